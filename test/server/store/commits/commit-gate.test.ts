import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CommitGate } from '../../../../src/server/store/commits/commit-gate.js'

class CountedStore {
  isDirty = false
  commits = 0
  broken: string | undefined
  /** Syncs that are held back; `undefined` lets them be done at once. */
  held: ((failure?: Error) => void)[] | undefined

  commit(): void {
    if (this.broken !== undefined) throw new Error(this.broken)
    if (this.isDirty) this.commits += 1
    this.isDirty = false
  }

  sync(done: (failure?: Error) => void): void {
    if (this.held === undefined) done()
    else this.held.push(done)
  }

  syncNow(): void {}

  /** The disk has done it. */
  letGo(failure?: Error): void {
    for (const done of this.held?.splice(0) ?? []) done(failure)
  }
}

function gateOver(store: CountedStore) {
  const heard: string[] = []
  const faults: unknown[] = []
  const gate = new CommitGate({
    store,
    retryMs: 5,
    onFault: (error) => faults.push(error),
    onRecovery: () => heard.push('recovered'),
  })
  const say = (name: string) =>
    gate.after(
      () => heard.push(`${name} after ${store.commits}`),
      ({ code }) => heard.push(`${name} ${code}`),
    )
  return { gate, heard, faults, say }
}

describe('CommitGate', () => {
  it('sends at once what tells of nothing new', () => {
    const { heard, say } = gateOver(new CountedStore())
    say('read')
    expect(heard).toEqual(['read after 0'])
  })

  it('shares one commit among everything of one turn, and keeps the order', async () => {
    const store = new CountedStore()
    const { heard, say } = gateOver(store)
    store.isDirty = true
    say('a')
    say('b')
    say('c')
    expect(heard).toEqual([])
    await turn()
    expect(heard).toEqual(['a after 1', 'b after 1', 'c after 1'])
  })

  it('lets nothing overtake what waits, even when a query has committed in between', async () => {
    const store = new CountedStore()
    const { heard, say } = gateOver(store)
    store.isDirty = true
    say('a')
    store.commit()
    say('b')
    expect(heard).toEqual([])
    await turn()
    expect(heard).toEqual(['a after 1', 'b after 1'])
  })

  it('refuses while nothing can be written, holds events back, and goes on by itself', async () => {
    const store = new CountedStore()
    const { gate, heard, faults, say } = gateOver(store)
    store.isDirty = true
    store.broken = 'disk full'
    say('a')
    gate.after(() => heard.push('event'))
    await turn()
    expect(heard).toEqual(['a journal-failed'])
    expect(gate.failure?.message).toContain('disk full')
    say('b')
    expect(heard).toEqual(['a journal-failed', 'b journal-failed'])
    await sleep(20)
    expect(faults).toHaveLength(1)
    store.broken = undefined
    for (let i = 0; i < 100 && gate.failure !== undefined; i++) await sleep(5)
    expect(heard).toEqual(['a journal-failed', 'b journal-failed', 'event', 'recovered'])
    expect(store.commits).toBe(1)
  })

  it('sends only what is on the disk, and lets the event loop go on meanwhile', async () => {
    const store = new CountedStore()
    const { heard, say } = gateOver(store)
    store.held = []
    store.isDirty = true
    say('a')
    await turn()
    expect(store.commits).toBe(1)
    say('read of a')
    store.isDirty = true
    say('b')
    say('read of b')
    await turn()
    await turn()
    // the second commit waits for the first one's sync
    expect([store.commits, heard]).toEqual([1, []])
    store.letGo()
    expect(heard).toEqual(['a after 1', 'read of a after 1'])
    await turn()
    expect(heard).toHaveLength(2)
    store.letGo()
    expect(heard.slice(2)).toEqual(['b after 2', 'read of b after 2'])
  })

  it('refuses what a disk did not take, and what comes after it', async () => {
    const store = new CountedStore()
    const { gate, heard, faults, say } = gateOver(store)
    store.held = []
    store.isDirty = true
    say('a')
    gate.after(() => heard.push('event'))
    await turn()
    store.isDirty = true
    say('b')
    store.broken = 'it was not synced'
    store.letGo(new Error('I/O error'))
    expect(heard).toEqual(['a journal-failed', 'b journal-failed'])
    expect(gate.failure?.message).toContain('I/O error')
    await sleep(20)
    say('c')
    expect(heard).toEqual(['a journal-failed', 'b journal-failed', 'c journal-failed'])
    expect(faults).toHaveLength(1)
  })

  it('forgets what a disk says after the end', async () => {
    const store = new CountedStore()
    const { gate, heard, say } = gateOver(store)
    store.held = []
    store.isDirty = true
    say('a')
    await turn()
    gate.close()
    expect(heard).toEqual(['a after 1'])
    store.letGo()
    expect(heard).toEqual(['a after 1'])
  })

  it('keeps the order when a sender adds something', async () => {
    const store = new CountedStore()
    const { gate, heard, say } = gateOver(store)
    store.isDirty = true
    gate.after(() => say('added'))
    say('b')
    await turn()
    expect(heard).toEqual(['b after 1', 'added after 1'])
  })

  it('writes what is left when it closes', () => {
    const store = new CountedStore()
    const { gate, heard, say } = gateOver(store)
    store.isDirty = true
    say('a')
    gate.close()
    expect(heard).toEqual(['a after 1'])
  })

  it('goes on after a sender that throws', async () => {
    const store = new CountedStore()
    const { gate, heard, faults, say } = gateOver(store)
    store.isDirty = true
    gate.after(() => {
      throw new Error('gone')
    })
    say('b')
    await turn()
    expect(heard).toEqual(['b after 1'])
    expect(faults).toHaveLength(1)
  })
})
