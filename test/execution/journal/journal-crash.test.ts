// Whatever is signed and ended, however often the journal rolls, and wherever it crashes, again and again: a restart knows what was
// acknowledged, byte for byte, and nothing that never was.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/domain/error.js'
import type { Hex } from '../../../src/domain/market/market.js'
import { type OrdersOptions, openOrders } from '../../../src/execution/journal/journal.js'
import type { JournalLine, SignedLine } from '../../../src/execution/journal/journal-line.js'
import { runs } from '../../run-counts.js'
import { CrashingFiles, type CrashPlan, NEVER } from './crashing-files.js'
import { hash, NOW, signed } from './made-lines.js'

type Order = { readonly line: SignedLine; signed: 'tried' | 'safe' | 'gone'; ended: 'no' | 'tried' | 'safe' }

const options = (more: Partial<OrdersOptions> = {}): OrdersOptions => ({
  ...{ durability: 'process', nowMs: NOW, graceMs: 15_000, folder: 'here', wallMs: () => NOW, isHeld: () => true },
  ...{ heldMs: () => NOW, rollBytes: 1200, ...more },
})

/** All orders ever tried, and what is known of each. */
class Ledger {
  readonly orders = new Map<Hex, Order>()
  #next = 0

  async run(files: CrashingFiles, steps: readonly ('sign' | 'end' | 'wait')[], more: Partial<OrdersOptions>) {
    let opened: Awaited<ReturnType<typeof openOrders>>
    try {
      opened = await openOrders(files, options(more))
    } catch (error) {
      if (!files.hasCrashed) throw error
      return
    }
    this.#check(opened)
    for (const step of steps) {
      const append = (lines: readonly JournalLine[], done: (failure?: Failure) => void) =>
        opened.writer.append(lines, (failure) => {
          if (failure !== undefined && !files.hasCrashed) throw new Error(failure.message)
          done(failure)
        })
      if (step === 'sign') this.#sign(append)
      else if (step === 'end') this.#end(append)
      else await new Promise(setImmediate)
    }
    await opened.writer.close().catch(() => undefined)
  }

  #sign(append: (lines: readonly JournalLine[], done: (failure?: Failure) => void) => void): void {
    const order: Order = { line: signed(this.#next++), signed: 'tried', ended: 'no' }
    this.orders.set(order.line.hash, order)
    append([order.line], (failure) => {
      if (failure === undefined) order.signed = 'safe'
    })
  }

  #end(append: (lines: readonly JournalLine[], done: (failure?: Failure) => void) => void): void {
    const order = [...this.orders.values()].find((one) => one.signed !== 'gone' && one.ended === 'no')
    if (order === undefined) return
    order.ended = 'tried'
    append([{ kind: 'ended', hash: order.line.hash, atWallMs: NOW }], (failure) => {
      if (failure === undefined) order.ended = 'safe'
    })
  }

  #check({ recovered, past, damage }: Awaited<ReturnType<typeof openOrders>>): void {
    expect(damage).toEqual([])
    const found = new Map(recovered.map((line) => [line.hash, line]))
    for (const [id, order] of this.orders) {
      const line = found.get(id)
      if (line !== undefined) {
        expect(line).toEqual(order.line)
        expect([id, order.ended, order.signed]).not.toEqual([id, 'safe', order.signed])
        expect([id, order.ended, order.signed]).not.toEqual([id, order.ended, 'gone'])
      } else if (order.signed === 'safe' && order.ended === 'no') throw new Error(`lost ${id}`)
      if (order.signed === 'safe' && order.ended === 'safe') expect(past.has(id)).toBe(true)
      // what it turned out to be is what it stays
      if (line !== undefined) Object.assign(order, { signed: 'safe', ended: 'no' })
      else if (past.has(id)) Object.assign(order, { signed: 'safe', ended: 'safe' })
      else order.signed = 'gone'
    }
    expect([...found.keys()].filter((id) => !this.orders.has(id))).toEqual([])
  }
}

const crash: fc.Arbitrary<CrashPlan> = fc.record({
  afterSteps: fc.nat({ max: 60 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constant('kill' as const),
  survives: fc.double({ min: 0, max: 1, noNaN: true }),
})
const run = fc.record({
  crash,
  steps: fc.array(fc.constantFrom('sign' as const, 'sign' as const, 'end' as const, 'wait' as const), {
    maxLength: 40,
  }),
})

describe('a journal that crashes at any step, over and over', () => {
  it.each([
    ['process', 'kill'],
    ['machine', 'kill'],
    ['machine', 'power'],
  ] as const)('has what was acknowledged: %s, %s', async (durability, kind) => {
    const rolls = { count: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 4 }), async (lives) => {
        const ledger = new Ledger()
        let left: ReadonlyMap<string, string> = new Map()
        for (const { crash: plan, steps } of lives) {
          const files = new CrashingFiles(left, { ...plan, kind })
          await ledger.run(files, steps, { durability })
          left = files.left()
          if ([...left.keys()].filter((name) => name.startsWith('orders-')).length > 1) rolls.count++
        }
        await ledger.run(new CrashingFiles(left), [], { durability })
      }),
      { numRuns: runs(150, 3000) },
    )
    // crashes struck with two segments there
    expect(rolls.count).toBeGreaterThan(5)
  })
})

describe('a full disk', () => {
  it('is said for this and every later line, and nothing acknowledged is lost', async () => {
    const files = new CrashingFiles()
    const { writer } = await openOrders(files, options())
    const append = (line: JournalLine) => new Promise<Failure | undefined>((done) => writer.append([line], done))
    expect(await append(signed(1))).toBeUndefined()
    files.isFull = true
    const failure = await append(signed(2))
    expect(failure).toMatchObject({ code: 'journal-failed', message: expect.stringContaining('ENOSPC') })
    files.isFull = false
    // after half a line nothing may follow
    expect(await append(signed(3))).toBe(failure)
    const { recovered, damage } = await openOrders(new CrashingFiles(files.left()), options())
    expect([recovered, damage]).toEqual([[signed(1)], []])
  })

  it('that has no room for a checkpoint is said, and the files grow until one can be written', async () => {
    const files = new CrashingFiles()
    const said: Failure[] = []
    const { writer } = await openOrders(files, options({ onTrouble: (failure) => said.push(failure) }))
    const create = files.create.bind(files)
    let isTight = true
    files.create = async (name) => {
      if (isTight && name.endsWith('.draft')) throw new Error('ENOSPC')
      return create(name)
    }
    const fill = async (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        await new Promise((done) => writer.append([signed(n)], done))
        await new Promise((done) => writer.append([{ kind: 'ended', hash: hash(n), atWallMs: NOW - 40_000 }], done))
        await new Promise(setImmediate)
      }
    }
    await fill(0, 20)
    expect(said[0]).toMatchObject({ code: 'journal-failed', message: expect.stringContaining('ENOSPC') })
    expect((await files.names()).length).toBeGreaterThan(3)
    isTight = false
    await fill(20, 40)
    await writer.close()
    expect((await files.names()).length).toBeLessThanOrEqual(3)
    const { recovered, past } = await openOrders(new CrashingFiles(files.left(), NEVER), options())
    expect([recovered, past.size]).toEqual([[], 40])
  })
})

it('removes and creates no file once another process has the folder, which names its segments alike', async () => {
  const files = new CrashingFiles()
  let isHeld = true
  const troubles: string[] = []
  const opened = await openOrders(
    files,
    options({ isHeld: () => isHeld, onTrouble: ({ message }) => troubles.push(message) }),
  )
  for (let n = 0; n < 20; n++) opened.writer.append([signed(n)], () => undefined)
  // the roll that was begun goes on beside the appends
  isHeld = false
  const before = [...files.left().keys()]
  await opened.writer.close()
  expect([...files.left().keys()]).toEqual(before)
  expect(troubles).toEqual([expect.stringContaining('another process took the journal over')])
})
