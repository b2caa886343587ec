// One seeded generator per run (sfc32): the same seed gives the same run.

export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Standard normal. */
  normal(): number
  /** Exponential with the given mean. */
  exponential(mean: number): number
  /** Uniform whole number in [0, below). */
  below(bound: number): number
  /** An independent generator; the same name always gives the same one. */
  fork(name: string): Random
}

function hashText(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  return h >>> 0
}

/** A generator from a whole-number seed. Algorithm: sfc32 (PractRand), 15 rounds of warm-up. */
export function seededRandom(seed: number, stream = ''): Random {
  let a = seed >>> 0
  let b = hashText(stream)
  let c = 0x9e3779b9
  let counter = 1
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 15; i++) next()
  return {
    next,
    // Box-Muller; 1 - next() keeps the logarithm finite
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: (mean) => -mean * Math.log(1 - next()),
    below: (bound) => Math.floor(next() * bound),
    fork: (name) => seededRandom(seed, `${stream}/${name}`),
  }
}
