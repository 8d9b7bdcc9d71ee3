// What the file store of packages/session costs, each figure beside the least that the same work can cost here:
//   durable appends a second with 1, 10 and 100 writers   beside one append and one fdatasync for each event
//   opening a session of 100,000 events, and its memory   beside reading the file and JSON.parse of its lines
//   listing 10,000 sessions, without and with the cache   beside reading the first and last 4 KiB of each file
//   node sessions.mjs [--quick] [--only appends,open,list] [--folder F] [--json]
// Needs `npm run build`. Run it alone: other work on the disk makes syncs several times slower.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'appends,open,list' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
    part: { type: 'string' },
    data: { type: 'string' },
  },
});
const here = dirname(fileURLToPath(import.meta.url));
const lib = join(here, '..', 'packages', 'session', 'lib');
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const MIB = 2 ** 20;

/** An event of about 300 bytes, as they come by the thousand: a chunk of an answer. */
const chunk = (seq, turn = 1) => ({
  type: 'assistant/chunk', seq, time: 1764600000000 + seq,
  data: { turn, step: 1, chunk: { type: 'text-delta', index: 0, text: `${'word '.repeat(34)}${seq}` } },
});
const header = (id) => ({ type: 'session', version: 0, id, createdAt: 1764600000000, cwd: '/home/someone/project' });

const loadStore = async () => (await import(join(lib, 'file-store.js'))).FileStore;

const parts = {
  /** One after the other, in one process each: a part begins with an empty heap and a quiet disk. */
  async floor({ data, ms }) {
    const fd = fs.openSync(join(data, 'floor.jsonl'), 'a', 0o600);
    const sync = () => new Promise((resolve, reject) => fs.fdatasync(fd, (error) => (error ? reject(error) : resolve())));
    let count = 0;
    const start = performance.now();
    for (; performance.now() - start < ms; count++) {
      fs.writeSync(fd, Buffer.from(`${JSON.stringify(chunk(count))}\n`));
      await sync();
    }
    const perS = count / (performance.now() - start) * 1000;
    fs.closeSync(fd);
    return { perS };
  },

  async appends({ data, ms, writers }) {
    const FileStore = await loadStore();
    const store = new FileStore({ dataFolder: data });
    const writer = await store.create(header(`appends-${writers}`));
    let seq = 0;
    const start = performance.now();
    const busy = async () => {
      while (performance.now() - start < ms) {
        writer.write(chunk(seq++));
        await writer.sync();
      }
    };
    await Promise.all(Array.from({ length: writers }, busy));
    const perS = seq / (performance.now() - start) * 1000;
    await writer.close();
    return { perS };
  },

  async makeLong({ data, events }) {
    const FileStore = await loadStore();
    const store = new FileStore({ dataFolder: data, durability: 'os' });
    const writer = await store.create(header('long'));
    for (let seq = 0; seq < events; seq++) writer.write(chunk(seq));
    await writer.close();
    return { path: store.pathOf('long') };
  },

  async parse({ path }) {
    const start = performance.now();
    const events = fs.readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
    const ms = performance.now() - start;
    return { ms, events: events.length - 1, rssMiB: process.resourceUsage().maxRSS / 1024 };
  },

  async open({ data }) {
    const FileStore = await loadStore();
    const { loadValidators } = await import(join(lib, 'index.js'));
    await loadValidators();
    const start = performance.now();
    const { events, writer } = await new FileStore({ dataFolder: data }).open('long');
    const ms = performance.now() - start;
    const rssMiB = process.resourceUsage().maxRSS / 1024;
    await writer.close();
    return { ms, events: events.length, rssMiB };
  },

  async makeMany({ data, sessions }) {
    const FileStore = await loadStore();
    const { loadValidators } = await import(join(lib, 'index.js'));
    await loadValidators();
    const store = new FileStore({ dataFolder: data });
    const folder = dirname(store.pathOf('x'));
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let n = 0; n < sessions; n++) {
      const id = `session-${n.toString(16).padStart(32, '0')}`;
      const lines = [header(id), { type: 'turn/start', seq: 0, time: 1764600000000 + n, data: { turn: 1 } }, {
        type: 'session/title', seq: 1, time: 1764600000000 + n,
        data: { title: `Title ${n}`, messageSeqs: [0], source: { kind: 'fallback' } },
      }];
      // From 1 to 60 KiB, most of them longer than both ends together.
      for (let seq = 2; seq < 6 + (n * 7919) % 200; seq++) lines.push(chunk(seq));
      fs.writeFileSync(store.pathOf(id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    }
    return { folder };
  },

  async ends({ folder }) {
    const buffer = Buffer.alloc(4096);
    const start = performance.now();
    let bytes = 0;
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    for (const name of names) {
      const fd = fs.openSync(join(folder, name), 'r');
      const { size } = fs.fstatSync(fd);
      bytes += fs.readSync(fd, buffer, 0, 4096, 0);
      bytes += fs.readSync(fd, buffer, 0, 4096, Math.max(0, size - 4096));
      fs.closeSync(fd);
    }
    return { ms: performance.now() - start, count: names.length, bytes };
  },

  async list({ data, isCached }) {
    const FileStore = await loadStore();
    const { loadValidators } = await import(join(lib, 'index.js'));
    await loadValidators();
    const store = new FileStore({ dataFolder: data });
    if (!isCached) fs.rmSync(join(dirname(store.pathOf('x')), 'list-cache.json'), { force: true });
    const start = performance.now();
    const sessions = await store.list();
    const ms = performance.now() - start;
    if (sessions.some(({ title, turns, problem }) => problem || turns !== 1 || !title)) throw new Error('the list is wrong');
    return { ms, count: sessions.length };
  },
};

function run(part, data) {
  const args = [fileURLToPath(import.meta.url), '--part', part, '--data', JSON.stringify(data)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 });
  if (status !== 0) throw new Error(`${part}: ${stderr}`);
  return JSON.parse(stdout);
}

async function main() {
  if (!fs.existsSync(join(lib, 'file-store.js'))) {
    process.stderr.write('packages/session is not built: run `npm run build` first\n');
    process.exit(1);
  }
  const only = flags.only.split(',');
  const folder = fs.mkdtempSync(join(flags.folder, 'toh-bench-'));
  const results = {};
  try {
    if (only.includes('appends')) results.appends = appends(folder);
    if (only.includes('open')) results.open = opening(folder);
    if (only.includes('list')) results.list = listing(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  if (flags.json) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
}

function say(line) {
  if (!flags.json) process.stdout.write(`${line}\n`);
}

const perS = (number) => `${Math.round(number).toLocaleString('en')}/s`;
const ratio = (number) => `${number.toFixed(2)} x`;

function appends(folder) {
  const ms = flags.quick ? 500 : 2000;
  const rounds = flags.quick ? 1 : 3;
  say(`Durable appends, 300-byte events, median of ${rounds}; floor: append and fdatasync, one event at a time`);
  const found = {};
  for (let round = 0; round < rounds; round++) {
    for (const writers of [0, 1, 10, 100]) {
      const data = fs.mkdtempSync(join(folder, 'appends-'));
      const figures = writers === 0 ? run('floor', { data, ms }) : run('appends', { data, ms, writers });
      (found[writers] ??= []).push(figures.perS);
    }
  }
  const floor = median(found[0]);
  say(`  floor        ${perS(floor)}`);
  const figures = { floorPerS: floor };
  for (const writers of [1, 10, 100]) {
    const rate = median(found[writers]);
    figures[`writers${writers}`] = { perS: rate, ratio: rate / floor };
    say(`  ${String(writers).padStart(3)} writers  ${perS(rate)}, ${ratio(rate / floor)} the floor`);
  }
  return figures;
}

function opening(folder) {
  const data = fs.mkdtempSync(join(folder, 'open-'));
  const count = 100_000;
  const { path } = run('makeLong', { data, events: count });
  const sizeMiB = fs.statSync(path).size / MIB;
  const rounds = flags.quick ? 1 : 5;
  const parsed = [];
  const opened = [];
  for (let round = 0; round < rounds; round++) {
    parsed.push(run('parse', { path }));
    opened.push(run('open', { data }));
  }
  if ([...parsed, ...opened].some(({ events }) => events !== count)) throw new Error('events are missing');
  const figures = {
    sizeMiB,
    parseMs: median(parsed.map(({ ms }) => ms)), openMs: median(opened.map(({ ms }) => ms)),
    parseRssMiB: median(parsed.map(({ rssMiB }) => rssMiB)), openRssMiB: median(opened.map(({ rssMiB }) => rssMiB)),
  };
  figures.ratio = figures.openMs / figures.parseMs;
  say(`Open a session of ${count.toLocaleString('en')} events (${sizeMiB.toFixed(0)} MiB), median of ${rounds}, a process each`);
  say(`  read + JSON.parse  ${figures.parseMs.toFixed(0)} ms, peak ${figures.parseRssMiB.toFixed(0)} MiB`);
  say(`  open               ${figures.openMs.toFixed(0)} ms, peak ${figures.openRssMiB.toFixed(0)} MiB: ${ratio(figures.ratio)} (at most 4 x, under 150 MiB)`);
  return figures;
}

function listing(folder) {
  const data = fs.mkdtempSync(join(folder, 'list-'));
  const sessions = flags.quick ? 2000 : 10_000;
  const { folder: logs } = run('makeMany', { data, sessions });
  const rounds = flags.quick ? 1 : 5;
  const found = { ends: [], fresh: [], cached: [] };
  run('ends', { folder: logs });
  for (let round = 0; round < rounds; round++) {
    found.ends.push(run('ends', { folder: logs }));
    found.fresh.push(run('list', { data, isCached: false }));
    found.cached.push(run('list', { data, isCached: true }));
  }
  if (Object.values(found).flat().some(({ count }) => count !== sessions)) throw new Error('sessions are missing');
  const [ends, fresh, cached] = ['ends', 'fresh', 'cached'].map((name) => median(found[name].map(({ ms }) => ms)));
  say(`List ${sessions.toLocaleString('en')} sessions, median of ${rounds}, a process each`);
  say(`  first and last 4 KiB of each  ${ends.toFixed(0)} ms`);
  say(`  list, cache deleted           ${fresh.toFixed(0)} ms: ${ratio(fresh / ends)} (at most 5 x)`);
  say(`  list, cache there             ${cached.toFixed(0)} ms: ${ratio(cached / ends)}`);
  return { endsMs: ends, freshMs: fresh, freshRatio: fresh / ends, cachedMs: cached, cachedRatio: cached / ends };
}

if (flags.part !== undefined) {
  const figures = await parts[flags.part](JSON.parse(flags.data));
  process.stdout.write(JSON.stringify(figures));
} else await main();
