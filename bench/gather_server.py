#!/usr/bin/env python3
"""Serves FEEDS feeds, each after a pause, on all of 127.0.0.0/8, and counts what is asked.

usage: gather_server.py PORT FEEDS LATENCY_SECONDS [ITEMS]
GET /stats answers with the number of requests and the most at one time; GET /feed/N with a feed of its own.
"""
import asyncio
import sys

port, feeds, latency = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
items = int(sys.argv[4]) if len(sys.argv) > 4 else 20
count = open_now = most = 0

TEXT = "A paragraph of plain words that stands for what a publisher writes about the day, its people and places. " * 6


def feed(number):
    entries = "".join(
        f"<item><title>Feed {number}, story {i}: a headline of ordinary length &amp; words</title>"
        f"<link>https://publisher{number}.example/2026/11/21/story-{i}</link>"
        f"<guid>https://publisher{number}.example/?p={i}</guid>"
        f"<pubDate>Sat, 21 Nov 2026 {i % 24:02}:00:00 GMT</pubDate>"
        f"<description>&lt;p&gt;{TEXT}&lt;/p&gt;</description></item>"
        for i in range(items)
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Publisher {number}</title>'
        f"<link>https://publisher{number}.example/</link><description>News</description>{entries}</channel></rss>"
    ).encode()


bodies = [feed(number) for number in range(feeds)]


async def serve(reader, writer):
    global count, open_now, most
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            path = head.split(b" ", 2)[1].decode()
            if path == "/stats":
                body, kind = f"{count} {most}\n".encode(), "text/plain"
                count = most = 0
            else:
                count += 1
                open_now += 1
                most = max(most, open_now)
                await asyncio.sleep(latency)
                open_now -= 1
                body, kind = bodies[int(path.rsplit("/", 1)[1])], "application/rss+xml"
            writer.write(
                f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
            )
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "0.0.0.0", port, backlog=1024)
    async with server:
        await server.serve_forever()


asyncio.run(main())
