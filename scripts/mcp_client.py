#!/usr/bin/env python3
"""Calls the reading tools of `newsdigest mcp` with the client of the Model Context Protocol's own package.

    scripts/mcp_client.py BINARY [OPTION…]

The options are those of `newsdigest mcp`, such as --config and --state. It ends with 1 if an answer breaks the protocol.
"""
import asyncio
import os
import sys

try:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
except ImportError:
    sys.exit("the Python package 'mcp' is missing; 'pip install mcp' in a virtual environment installs it")

CALLS = [("status", {}), ("latest_digest", {}), ("history", {"since": "30d"}), ("search", {"query": "the", "limit": 3})]


def field(value, name):
    """A field of the package's values. Version 1 writes isError, version 2 is_error."""
    return getattr(value, name) if hasattr(value, name) else getattr(
        value, "".join("_" + c.lower() if c.isupper() else c for c in name))


async def main(binary, options):
    # The package passes few variables on; newsdigest may need all, such as those that contain keys.
    server = StdioServerParameters(command=binary, args=["mcp", *options], env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        about = await session.initialize()
        print(field(about, "serverInfo").name, field(about, "serverInfo").version, field(about, "protocolVersion"))
        print(*(tool.name for tool in (await session.list_tools()).tools))

        async def call(name, arguments):
            # With an outputSchema, the client checks the structured content itself.
            result = await session.call_tool(name, arguments)
            outcome = "failed" if field(result, "isError") else "answered"
            print(f"{name} {outcome}: {' '.join(result.content[0].text.split())[:100]}")
            return field(result, "structuredContent") or {}

        found = [await call(name, arguments) for name, arguments in CALLS][-1]
        for item in found.get("items", [])[:1]:
            shown = await call("show", {"item": item["id"]})
            await call("why", {"item": item["id"]})
            if shown.get("id") != item["id"]:
                sys.exit("'show' gave another item")


if len(sys.argv) < 2:
    sys.exit(__doc__)
asyncio.run(main(sys.argv[1], sys.argv[2:]))
