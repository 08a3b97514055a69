// Sets of words in little space: Bloom filters. The counterpart of kb/search/word_sets.py.

const PROBES = 10;
const DIGEST_BYTES = 16;
const MASK = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const COLUMNS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];
const BLOCK = 128;

const rotate = (value, by) => ((value >> by) | (value << (64n - by))) & MASK;

/** Return the first two words of the BLAKE2b digest (RFC 7693, 16 bytes, no key) of at most 128 bytes. */
function digest(bytes) {
  const block = new DataView(new ArrayBuffer(BLOCK));
  bytes.slice(0, BLOCK).forEach((byte, at) => block.setUint8(at, byte));
  const message = Array.from({ length: 16 }, (_, at) => block.getBigUint64(at * 8, true));
  const state = [...START];
  state[0] ^= 0x01010000n ^ BigInt(DIGEST_BYTES);
  const v = [...state, ...START];
  v[12] ^= BigInt(bytes.length);
  v[14] ^= MASK;
  for (let round = 0; round < 12; round += 1) {
    const order = ORDER[round % 10];
    COLUMNS.forEach(([a, b, c, d], at) => {
      v[a] = (v[a] + v[b] + message[order[2 * at]]) & MASK;
      v[d] = rotate(v[d] ^ v[a], 32n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = rotate(v[b] ^ v[c], 24n);
      v[a] = (v[a] + v[b] + message[order[2 * at + 1]]) & MASK;
      v[d] = rotate(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = rotate(v[b] ^ v[c], 63n);
    });
  }
  return [0, 1].map((at) => state[at] ^ v[at] ^ v[at + 8]);
}

/** Return the number whose big-endian bytes are the little-endian bytes of another number of 64 bits. */
function swapBytes(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value, true);
  return view.getBigUint64(0, false);
}

/** A set of words, given by the bits of its filter. It errs about once in a thousand times. */
export class WordSet {
  constructor(bits) {
    this.bits = bits;
  }

  has(word) {
    const bytes = new TextEncoder().encode(word);
    if (bytes.length > BLOCK) return false;
    const [first, step] = digest(bytes).map(swapBytes);
    const size = BigInt(this.bits.length * 8);
    for (let probe = 0n; probe < PROBES; probe += 1n) {
      const bit = Number((first + probe * (step | 1n)) % size);
      if (!(this.bits[bit >> 3] & (1 << (bit & 7)))) return false;
    }
    return true;
  }
}
