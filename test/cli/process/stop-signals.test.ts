import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { watchStopSignals } from '../../../src/cli/process/stop-signals.js'

/** Of a process that counts how often it was ended at once. */
function watched() {
  const source = new EventEmitter()
  const seen = { ends: 0, nowMs: 0 }
  const end = () => {
    seen.ends += 1
  }
  return { source, seen, signals: watchStopSignals(source, end, () => seen.nowMs) }
}

describe('watchStopSignals', () => {
  it('resolves on the first signal, passes over its echoes, and ends at once on the second', async () => {
    const { source, seen, signals } = watched()
    source.emit('SIGTERM', 'SIGTERM')
    expect(await signals.first).toBe('SIGTERM')
    seen.nowMs = 400
    source.emit('SIGTERM', 'SIGTERM')
    expect(seen.ends).toBe(0)
    seen.nowMs = 600
    source.emit('SIGINT', 'SIGINT')
    expect(seen.ends).toBe(1)
  })

  it('passes over echoes after its release, too: a stop may be over sooner than they come', () => {
    const { source, seen, signals } = watched()
    source.emit('SIGTERM', 'SIGTERM')
    seen.nowMs = 100
    signals.release()
    // nobody who listens is the end of a process
    expect(source.emit('SIGTERM', 'SIGTERM')).toBe(true)
    expect(seen.ends).toBe(0)
    seen.nowMs = 600
    source.emit('SIGTERM', 'SIGTERM')
    expect(seen.ends).toBe(1)
  })

  it('lets go when released', () => {
    const source = new EventEmitter()
    watchStopSignals(source, () => undefined).release()
    expect(source.eventNames().length).toBe(0)
  })
})
