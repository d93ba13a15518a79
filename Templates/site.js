// The search of the pages. Everything else works without it.
// Index form 3
"use strict";
(() => {
  const form = document.querySelector("form[role=search]");
  if (form) form.hidden = false;
  const results = document.getElementById("results");
  const query = new URLSearchParams(location.search).get("q");
  if (!results || !query || !query.trim()) return;

  const waiting = new Map();
  window.shard = (name, data) => waiting.get(name)?.(data);
  // A page from a disk may load scripts, and nothing else.
  const load = (name) => new Promise((resolve) => {
    const script = document.createElement("script");
    waiting.set(name, resolve);
    script.src = `search/${name}.js`;
    script.onerror = () => resolve(null);
    document.head.append(script);
  });
  const loaded = new Map();
  const once = (name) => {
    if (!loaded.has(name)) loaded.set(name, load(name));
    return loaded.get(name);
  };

  const words = (text) => {
    const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’ʼ`]/gu, "").toLowerCase()
      .replace(/ı/gu, "i").replace(/ς/gu, "σ");
    return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean).flatMap((word) => {
      const letters = [...word];
      if (!letters.some((letter) => letter >= "\u3040" && letter <= "\ud7af")) return [word.slice(0, 40)];
      if (letters.length === 1) return letters;
      return letters.slice(1).map((letter, index) => letters[index] + letter);
    });
  };
  const shardOf = (word) => [...word].slice(0, 3).reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 128, 0);
  const numbers = (text) => {
    let last = 0;
    return text.split(",").map((step) => (last += parseInt(step, 36)));
  };

  // The stories of a year that have all words, or longer words that begin like them.
  const find = async (year, wanted) => {
    let found = null;
    for (const word of wanted) {
      const shard = (await once(`${year}/${shardOf(word)}`)) ?? {};
      const stories = new Set();
      for (const key of Object.keys(shard)) {
        if ([...word].length > 2 ? key.startsWith(word) : key === word) numbers(shard[key]).forEach((n) => stories.add(n));
      }
      found = found === null ? stories : new Set([...found].filter((n) => stories.has(n)));
      if (found.size === 0) break;
    }
    return [...(found ?? [])].sort((a, b) => b - a);
  };

  const show = ([title, digest, story, date, source, section]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `digests/${digest}.html#story-${story}`;
    link.textContent = title;
    link.dir = "auto";
    const meta = document.createElement("p");
    meta.className = "meta";
    for (const text of [source, date, section].filter(Boolean)) {
      const part = document.createElement("bdi");
      part.textContent = text;
      meta.append(meta.hasChildNodes() ? " · " : "", part);
    }
    item.append(link, meta);
    results.append(item);
  };

  const run = async () => {
    form.elements.q.value = query;
    document.title = `${query} – ${document.title}`;
    document.getElementById("front").hidden = true;
    const status = document.getElementById("status");
    const wanted = [...new Set(words(query))];
    const years = wanted.length ? results.dataset.years.split(" ").filter(Boolean) : [];
    let year = "";
    let found = [];
    const button = document.createElement("button");
    const more = async () => {
      button.hidden = true;
      for (let room = 50; ; ) {
        while (found.length === 0 && years.length > 0) found = await find((year = years.shift()), wanted);
        if (room === 0 || found.length === 0) break;
        const next = found.splice(0, room);
        room -= next.length;
        const chunks = await Promise.all(next.map((number) => once(`${year}/d${Math.floor(number / 10)}`)));
        next.map((number, index) => chunks[index]?.[number % 10]).filter(Boolean).forEach(show);
      }
      button.hidden = found.length === 0;
    };
    button.type = "button";
    button.textContent = "+50";
    button.addEventListener("click", more);
    results.after(button);
    await more();
    status.textContent = results.hasChildNodes() ? "" : results.dataset.none;
    results.hidden = false;
  };
  run();
})();
