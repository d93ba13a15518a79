// Measures every frame of a page of digests, and leaves what it finds as JSON in the page's last element.
"use strict";

/** Red, green, blue and opacity of a computed colour. */
function color(text) {
  const parts = text.match(/[\d.]+/g).map(Number);
  return [parts[0], parts[1], parts[2], parts[3] ?? 1];
}

/** WCAG 2.2, relative luminance. */
function luminance([red, green, blue]) {
  const linear = [red, green, blue].map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/** The colour that an element's text stands on. */
function ground(element) {
  for (let at = element; at; at = at.parentElement) {
    const background = color(at.ownerDocument.defaultView.getComputedStyle(at).backgroundColor);
    if (background[3] > 0) return background;
  }
  return [255, 255, 255, 1];
}

function contrast(element) {
  const style = element.ownerDocument.defaultView.getComputedStyle(element);
  const pair = [luminance(color(style.color)), luminance(ground(element))].sort((a, b) => a - b);
  return (pair[1] + 0.05) / (pair[0] + 0.05);
}

/** The elements that hold text of their own and are shown. */
function texts(document) {
  return [...document.body.querySelectorAll("*")].filter(
    (element) => element.getClientRects().length > 0
      && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""));
}

function label(element) {
  return `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent.trim().slice(0, 40)}`;
}

/** Whether an element could do something of its own: run a script, load a page, lead to what is no address. */
function acts(element) {
  const safe = /^(https?:\/\/|mailto:\?|#section-|data:image\/)/;
  return ["script", "iframe", "object", "embed", "base", "svg", "math", "form", "input", "link", "template"]
    .includes(element.localName)
    || [...element.attributes].some(({ name, value }) => name.startsWith("on") || name === "srcdoc"
      || (["href", "src", "action", "data"].includes(name) && !safe.test(value)));
}

function measure(frame) {
  const document = frame.contentDocument;
  const view = document.defaultView;
  const box = (element) => element.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const size = (element) => parseFloat(view.getComputedStyle(element).fontSize);
  const shown = texts(document);
  return {
    name: frame.name,
    width: frame.clientWidth,
    height: document.documentElement.scrollHeight,
    ground: view.getComputedStyle(document.body).backgroundColor,
    column: box(document.querySelector(".sheet")).width,
    beyond: [...document.body.querySelectorAll("*")]
      .filter((element) => box(element).right > frame.clientWidth + 0.5 || box(element).left < -0.5
        || (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)).map(label),
    acting: [...document.querySelectorAll("*")].filter(acts).map(label),
    stories: all(".story").length,
    faint: shown.filter((element) => contrast(element) < 4.5).map(label),
    small: shown.filter((element) => size(element) < 12).map(label),
    // A line of 16 px letters that are half as wide as high.
    longest: Math.max(0, ...all(".summary").map((element) => box(element).width / (size(element) / 2))),
    cards: all(".event").map((element) => box(element).width),
    pictures: all("img").map((element) => [box(element).width, box(element).height]),
    rightToLeft: all(".story").filter((story) => view.getComputedStyle(story).direction === "rtl").map((story) => {
      const [picture, heading] = [story.querySelector("img"), story.querySelector("h3")];
      return view.getComputedStyle(heading).textAlign === "start" && (!picture || box(picture).left < box(heading).left + 1);
    }),
  };
}

addEventListener("load", () => {
  const found = [...document.querySelectorAll("iframe")].map(measure);
  document.body.append(Object.assign(document.createElement("pre"), { textContent: JSON.stringify(found) }));
});
