import Foundation

extension [String: String] {
    /// The variables that a program gets which the configuration names: what programs need to find their files, their
    /// language and the user's own services, and what `NEWSDIGEST_COMMAND_ENVIRONMENT` lists. A key in any other
    /// variable is none of its business.
    var forCommands: [String: String] {
        let listed = Set(self["NEWSDIGEST_COMMAND_ENVIRONMENT", default: ""].split(separator: " ").map(String.init))
        return filter { name, value in
            listed.contains(name) || commandVariables.contains(name)
                || commandVariablePrefixes.contains(where: name.hasPrefix)
                || name.lowercased().hasSuffix("_proxy") && !value.contains("@")
        }
    }
}

private let commandVariables: Set = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "PWD", "TMPDIR", "TMP", "TEMP", "TERM", "TZ", "LANG", "LANGUAGE",
    "HOSTNAME", "EMAIL", "MAIL", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
    "SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "GPG_TTY", "GNUPGHOME", "PASSWORD_STORE_DIR", "KRB5CCNAME",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "LD_LIBRARY_PATH", "NEWSDIGEST_CONNECT_TO",
]

private let commandVariablePrefixes = ["LC_", "XDG_"]
