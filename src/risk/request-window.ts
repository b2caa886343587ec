// Requests and their failures over a sliding window, in twelve buckets: the window is up to one bucket longer than asked.

const BUCKETS = 12

interface Bucket {
  /** Number of the bucket since the clock's origin; `undefined` while it was never used. */
  index: number | undefined
  requests: number
  failures: number
}

export class RequestWindow {
  readonly #bucketMs: number
  readonly #buckets: Bucket[] = Array.from({ length: BUCKETS + 1 }, () => ({
    index: undefined,
    requests: 0,
    failures: 0,
  }))

  constructor(windowMs: number) {
    this.#bucketMs = windowMs / BUCKETS
  }

  addRequest(atMonoMs: number): void {
    const bucket = this.#bucketAt(atMonoMs)
    if (bucket !== undefined) bucket.requests += 1
  }

  addFailure(atMonoMs: number): void {
    const bucket = this.#bucketAt(atMonoMs)
    if (bucket !== undefined) bucket.failures += 1
  }

  counts(nowMonoMs: number): { readonly requests: number; readonly failures: number } {
    const now = Math.floor(nowMonoMs / this.#bucketMs)
    let requests = 0
    let failures = 0
    for (const bucket of this.#buckets) {
      if (bucket.index === undefined || now - bucket.index > BUCKETS) continue
      requests += bucket.requests
      failures += bucket.failures
    }
    return { requests, failures }
  }

  clear(): void {
    for (const bucket of this.#buckets) bucket.index = undefined
  }

  /** `undefined` for a moment that is already out of the window. */
  #bucketAt(atMonoMs: number): Bucket | undefined {
    const index = Math.floor(atMonoMs / this.#bucketMs)
    const bucket = this.#buckets[index % this.#buckets.length]
    if (bucket === undefined || (bucket.index !== undefined && bucket.index > index)) return undefined
    if (bucket.index !== index) {
      bucket.index = index
      bucket.requests = 0
      bucket.failures = 0
    }
    return bucket
  }
}
