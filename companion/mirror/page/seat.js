"use strict";

// The page of who plays at a phone: it knows what the table has told of this seat, and sends
// touches; what they do the table decides. page.js shows what everybody sees.

const KEPT = "seat-token";

let reading = null;
let seat = null;
let size = [1, 1];

function headers(more = {}) {
  return { "Seat-Token": window.sessionStorage.getItem(KEPT) || "", ...more };
}

function post(path, said) {
  const options = { method: "POST", body: JSON.stringify(said), cache: "no-store" };
  return fetch(path, { ...options, headers: headers({ "Content-Type": "application/json" }) });
}

function words(status) {
  const said = it("seat").dataset;
  return { 403: said.wrong, 409: said.refused, 429: said.often }[status] || said.away;
}

function askCode(text) {
  it("playing").hidden = true;
  it("pair").hidden = false;
  it("seat-title").textContent = "";
  it("pair-note").textContent = text;
  it("lost").hidden = true;
}

async function pair(code) {
  it("pair-note").textContent = "";
  let answer = null;
  try {
    answer = await post("/seat/pair", { code });
  } catch {
    askCode(words(0));
    return;
  }
  if (!answer.ok) {
    askCode(words(answer.status));
    return;
  }
  window.sessionStorage.setItem(KEPT, (await answer.json()).token);
  it("code").value = "";
  followSeat();
}

async function followSeat() {
  if (reading) reading.abort();
  const mine = new AbortController();
  reading = mine;
  if (!window.sessionStorage.getItem(KEPT)) {
    askCode("");
    return;
  }
  ground = "";
  try {
    const options = { headers: headers(), cache: "no-store", signal: mine.signal };
    const answer = await fetch(`/seat/events?theme=${theme()}`, options);
    if (answer.status === 403) {
      window.sessionStorage.removeItem(KEPT);
      askCode(it("seat").dataset.ended);
      return;
    }
    if (answer.ok) await read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
  } catch {
    // The table or the network is away.
  }
  if (mine !== reading) return;
  lose();
  window.setTimeout(() => { if (mine === reading) followSeat(); }, AGAIN_MS);
}

async function read(reader) {
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) if (event.startsWith("data: ")) take(event.slice(6));
  }
}

async function act(said) {
  let status = 0;
  try {
    const stamp = seat ? seat.stamp : "";
    status = (await post("/seat/act", { ...said, stamp })).status;
  } catch {
    // It is told as what it is: no answer.
  }
  if (status !== 200) it("note").textContent = words(status);
  if (status === 403) followSeat();
}

function placed(seen, [site, label], old) {
  const place = old.get(site) || document.createElement("button");
  const [x, y] = seen.places[site];
  place.className = "place";
  place.dataset.site = site;
  place.setAttribute("aria-label", label);
  place.style.left = `${(100 * x) / seen.size[0]}%`;
  place.style.top = `${(100 * y) / seen.size[1]}%`;
  place.onclick = (event) => {
    event.stopPropagation();
    act({ act: "touch", touch: site });
  };
  return place;
}

function showPlaces(seen) {
  const sites = seen.board ? seen.seat.sites : [];
  const hadFocus = it("places").contains(document.activeElement);
  const old = new Map([...it("places").children].map((place) => [Number(place.dataset.site), place]));
  const places = sites.map((site) => placed(seen, site, old));
  // Those that stay are not touched, so that the focus stays on one of them.
  for (const place of [...it("places").children]) if (!places.includes(place)) place.remove();
  places.forEach((place, number) => {
    if (it("places").children[number] !== place) it("places").insertBefore(place, it("places").children[number] || null);
  });
  return hadFocus && !it("places").contains(document.activeElement);
}

function button({ act: name, label, main }) {
  const made = document.createElement("button");
  made.textContent = label;
  made.dataset.act = name;
  if (main) made.className = "main";
  made.onclick = () => act({ act: name });
  return made;
}

function showActs(box, acts) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.act : "";
  filled(box, acts.map(button));
  const again = focused && box.querySelector(`[data-act="${focused}"]`);
  if (again) again.focus();
  return Boolean(focused) && !again;
}

function held(item) {
  const entry = document.createElement("li");
  const card = document.createElement("button");
  const [kind, ...values] = item.touch;
  card.className = [kind === "domino" ? "domino" : "", item.chosen ? "chosen" : "", item.dead ? "dead" : ""].join(" ").trim();
  card.setAttribute("aria-label", item.count > 1 ? `${item.title} × ${item.count}` : item.title);
  card.setAttribute("aria-pressed", item.chosen);
  card.disabled = !item.free && !item.chosen;
  if (kind === "domino") for (const value of values) card.append(made("span", value));
  else card.textContent = item.count > 1 ? `${item.title} × ${item.count}` : item.title;
  card.dataset.touch = JSON.stringify(item.touch);
  card.onclick = () => act({ act: "touch", touch: item.touch });
  entry.append(card);
  return entry;
}

function showHand(items) {
  const focused = it("hand").contains(document.activeElement) ? document.activeElement.dataset.touch : "";
  it("holding").hidden = !items.length;
  const cards = items.map(held);
  filled(it("hand"), cards);
  const again = focused && cards.map((card) => card.firstChild).find((card) => card.dataset.touch === focused);
  if (again && !again.disabled) again.focus();
  return Boolean(focused) && !(again && !again.disabled);
}

function showSeat(seen) {
  seat = seen.seat;
  it("pair").hidden = true;
  it("playing").hidden = !seat;
  if (!seat) return;
  size = seen.size || size;
  it("seat-title").textContent = seat.title;
  it("note").className = seat.alarm ? "alarm" : "";
  if (it("note").textContent !== seat.note) it("note").textContent = seat.note;
  const isLost = [showPlaces(seen), showActs(it("acts"), seat.buttons), showHand(seat.hand)].some(Boolean);
  it("more").hidden = !seat.more.length;
  showActs(it("more-acts"), seat.more);
  if (isLost) (it("acts").querySelector(".main") || it("places").firstChild || it("note")).focus();
}

function begin() {
  const board = it("board");
  board.setAttribute("role", "group");
  const places = document.createElement("div");
  places.id = "places";
  board.append(places);
  it("note").tabIndex = -1;
  it("text").setAttribute("aria-live", "polite");
  board.addEventListener("click", (event) => {
    if (!seat || !seat.sites.length) return;
    const box = it("pieces").getBoundingClientRect();
    const x = Math.round(((event.clientX - box.left) / box.width) * size[0]);
    const y = Math.round(((event.clientY - box.top) / box.height) * size[1]);
    act({ act: "touch", at: [x, y], seat: seat.seat });
  });
  it("pair").addEventListener("submit", (event) => {
    event.preventDefault();
    pair(it("code").value);
  });
  const code = window.location.hash.slice(1);
  if (!code) return;
  // It is good once; a page that is loaded again has its token.
  window.history.replaceState(null, "", "/seat");
  pair(code);
}

document.addEventListener("DOMContentLoaded", begin);
