// `quoin worker`: does runs of sweeps that are offered on Redis, one sweep at a time, until it is stopped.

import { availableParallelism, hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { toFailure } from '../../../domain/error.js'
import { redisAddressOrFile } from '../../../fleet/redis-address.js'
import { reachedRedis } from '../../../fleet/redis-client.js'
import { type Offer, OfferBoard } from '../../../fleet/work/offer-board.js'
import { dropWork, takeWork } from '../../../fleet/work/work-taker.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { watchStopSignals } from '../../process/stop-signals.js'
import { changeIn } from '../../sweep/made-of.js'
import { offeredRun, takenSweep, type WorkerPlaces } from '../../sweep/offered-sweep.js'
import { startRunThreads } from '../../sweep/run-threads.js'

export interface WorkerFlags extends WorkerPlaces {
  /** Address of Redis, or a file that holds it. */
  readonly queue: string
  readonly threads?: number
}

const LOOK_MS = 1000
/** Where Redis is away nothing can be given back: what it had is another's some seconds later. */
const GOODBYE_MS = 5000

export async function runWorker(flags: WorkerFlags, { out }: CommandContext): CommandResult {
  const address = redisAddressOrFile(flags.queue, '--queue')
  const redis = await reachedRedis(address, {
    onAway: (reason) => out.note(`redis ${address.shown} is away (${reason}): waiting for it`),
    onBack: () => out.note(`redis ${address.shown} is back`),
  })
  const signals = watchStopSignals()
  const worker = new SweepWorker(redis, flags, out.note)
  try {
    const ended = signals.first.then(() => 'stopped' as const)
    out.note(`worker ${worker.name}: waiting for sweeps on ${address.shown}`)
    while ((await Promise.race([ended, pause(LOOK_MS, 'look' as const)])) === 'look') {
      await Promise.race([ended, worker.look().catch((error: unknown) => out.note(toFailure(error).message))])
    }
    await Promise.race([worker.close(), pause(GOODBYE_MS)])
    out.data({ runs: worker.runs }, () => [`${worker.runs} runs done`])
    return 'ok'
  } finally {
    signals.release()
    redis.disconnect()
  }
}

interface Serving {
  readonly id: string
  close(): Promise<void>
}

class SweepWorker {
  readonly name = `${hostname()}:${process.pid}`
  readonly #redis: Redis
  readonly #board: OfferBoard
  readonly #flags: WorkerFlags
  readonly #threads: number
  readonly #note: (message: string) => void
  readonly #refusals = new Map<string, string>()
  #serving: Serving | undefined
  #isClosed = false
  runs = 0

  constructor(redis: Redis, flags: WorkerFlags, note: (message: string) => void) {
    this.#redis = redis
    this.#board = new OfferBoard(redis)
    this.#flags = flags
    this.#threads = flags.threads ?? availableParallelism()
    this.#note = note
  }

  /** What is offered now: a sweep that is over is left, and the oldest that can be taken is. */
  async look(): Promise<void> {
    const { alive, dead } = await this.#board.list()
    for (const id of dead) await dropWork(this.#redis, id)
    const ids = new Set(alive.map(({ id }) => id))
    for (const id of this.#refusals.keys()) if (!ids.has(id)) this.#refusals.delete(id)
    const { id } = this.#serving ?? {}
    if (id !== undefined && !ids.has(id)) {
      await this.#leave()
      await dropWork(this.#redis, id)
    }
    for (const offer of alive) {
      if (this.#serving === undefined && !this.#refusals.has(offer.id)) await this.#take(offer)
      await this.#say(offer.id)
    }
  }

  /** What it has not done goes back to the others. */
  async close(): Promise<void> {
    this.#isClosed = true
    const { name } = this
    const id = this.#serving?.id
    await this.#leave()
    if (id !== undefined) await this.#board.leave(id, name)
  }

  async #say(id: string): Promise<void> {
    const serving = this.#serving?.id
    // it takes the next one when that is over: whoever offers it would else hear that nobody is there
    const isBusy = serving !== undefined && serving !== id
    const refusal = this.#refusals.get(id) ?? (isBusy ? 'it does the runs of another sweep first' : undefined)
    if (refusal !== undefined) await this.#board.look(id, { name: this.name, threads: 0, refusal })
    else if (serving === id) await this.#board.look(id, { name: this.name, threads: this.#threads })
  }

  async #take({ id, body }: Offer): Promise<void> {
    try {
      const sweep = await takenSweep(body, this.#flags)
      // stopped while the tape was read
      if (this.#isClosed) return
      const pool = startRunThreads({ ...sweep, threads: this.#threads })
      const taker = takeWork({
        ...{ redis: this.#redis, id, atOnce: this.#threads },
        handle: async (data) => {
          const answer = await pool.run(offeredRun.parse(data))
          if (answer.kind === 'closed') throw new Error('the worker ends')
          const change = answer.kind === 'answered' ? changeIn(answer.answer) : undefined
          if (change !== undefined) {
            this.#refuse(id, change)
            throw new Error(change)
          }
          this.runs += 1
          return JSON.stringify(answer.kind === 'died' ? { ok: false, reason: answer.reason } : answer.answer)
        },
        // that Redis is away is said once, and not at each try to come back
        onError: (error) => {
          if (this.#redis.status === 'ready') this.#note(`sweep ${id}: ${toFailure(error).message}`)
        },
      })
      this.#serving = { id, close: () => Promise.all([pool.close(), taker.close()]).then(() => undefined) }
      this.#note(`sweep ${id}: taken, ${this.#threads} runs at once, tape ${sweep.tapePath}`)
    } catch (error) {
      this.#refuse(id, toFailure(error).message)
    }
  }

  /** One that was taken is left: others do what it has not done. */
  #refuse(id: string, reason: string): void {
    if (this.#refusals.has(id)) return
    this.#refusals.set(id, reason)
    this.#note(`sweep ${id}: refused: ${reason}`)
    if (this.#serving?.id === id) void this.#leave().catch((error: unknown) => this.#note(toFailure(error).message))
  }

  async #leave(): Promise<void> {
    const serving = this.#serving
    this.#serving = undefined
    await serving?.close()
    if (serving !== undefined) this.#note(`sweep ${serving.id}: left`)
  }
}
