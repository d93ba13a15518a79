# Replace OWNER, then: brew install --HEAD ./packaging/homebrew/newsdigest.rb
class Newsdigest < Formula
  desc "Collects news and delivers what is new as one digest"
  homepage "https://github.com/OWNER/newsdigest"
  # With a release: url "…/archive/refs/tags/vVERSION.tar.gz" and its sha256.
  license "MIT"
  head "https://github.com/OWNER/newsdigest.git", branch: "main"

  depends_on "pkg-config" => :build
  depends_on "python@3.13" => :build
  depends_on "swift" => :build
  depends_on :linux
  depends_on "curl"
  depends_on "libical"
  depends_on "libidn2"
  depends_on "libpsl"
  depends_on "libxml2"
  depends_on "libzip"
  depends_on "openssl@3"
  depends_on "snowball"
  depends_on "sqlite"
  depends_on "zlib"

  def install
    ENV["NEWSDIGEST_COMMIT"] = Utils.git_head if build.head?
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "newsdigest", "--static-swift-stdlib"
    bin.install ".build/release/newsdigest"
    system "python3", "scripts/man.py", bin/"newsdigest", buildpath/"man"
    man1.install Dir["man/*.1"]
    man5.install Dir["man/*.5"]
    generate_completions_from_executable(bin/"newsdigest", "--generate-completion-script")
  end

  service do
    run [opt_bin/"newsdigest", "run", "--all-profiles"]
    run_type :cron
    cron "0 8 * * *"
  end

  test do
    (testpath/"feed.xml").write <<~XML
      <rss version="2.0"><channel><title>Test</title><link>https://example.org/</link><item><title>One story</title>
      <link>https://example.org/1</link></item></channel></rss>
    XML
    (testpath/"config.toml").write <<~TOML
      sources = ["feeds"]
      [[feeds]]
      url = "file://#{testpath}/feed.xml"
    TOML
    output = shell_output("#{bin}/newsdigest --config config.toml --state state.sqlite")
    assert_match "One story", output
  end
end
