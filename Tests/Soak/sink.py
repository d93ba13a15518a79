"""The mail server of the soak tests and of bench/readers.py, which counts at the receiving end."""

import re
import socketserver


class Mails(socketserver.StreamRequestHandler):
    """A mail server that takes every mail. A subclass may answer otherwise."""

    def rcpt(self, recipient):
        return "250 ok"

    def mail(self, recipient, data):
        return "250 taken"

    def handle(self):
        try:
            self.talk()
        except OSError:
            pass

    def talk(self):
        recipient = ""
        self.say("220 here")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"RCPT":
                recipient = re.search(r"<([^>]*)>", line.decode("latin-1")).group(1)
                self.say(self.rcpt(recipient))
            elif word == b"DATA":
                self.say("354 go on")
                lines = []
                while (line := self.rfile.readline()) != b".\r\n":
                    # The client left in the middle.
                    if not line:
                        return
                    lines.append(line[1:] if line.startswith(b".") else line)
                self.say(self.mail(recipient, b"".join(lines)))
            elif word == b"QUIT":
                return self.say("221 bye")
            else:
                self.say("250 ok")

    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")


class Quiet(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def handle_error(self, *_):
        """A client that is killed resets its connections."""
