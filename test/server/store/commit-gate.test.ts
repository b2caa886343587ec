import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CommitGate } from '../../../src/server/store/commit-gate.js'

class CountedStore {
  isDirty = false
  commits = 0
  broken: string | undefined

  commit(): void {
    if (this.broken !== undefined) throw new Error(this.broken)
    if (this.isDirty) this.commits += 1
    this.isDirty = false
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
