import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { watchStopSignals } from '../../../src/cli/process/stop-signals.js'

describe('watchStopSignals', () => {
  it('resolves on the first signal, passes over its echoes, and ends at once on the second', async () => {
    const source = new EventEmitter()
    let ends = 0
    let nowMs = 0
    const end = () => {
      ends += 1
    }
    const signals = watchStopSignals(source, end, () => nowMs)
    source.emit('SIGTERM', 'SIGTERM')
    expect(await signals.first).toBe('SIGTERM')
    nowMs = 400
    source.emit('SIGTERM', 'SIGTERM')
    expect(ends).toBe(0)
    nowMs = 600
    source.emit('SIGINT', 'SIGINT')
    expect(ends).toBe(1)
  })

  it('passes over echoes after its release, too: a stop may be over sooner than they come', () => {
    const source = new EventEmitter()
    let ends = 0
    let nowMs = 0
    const end = () => {
      ends += 1
    }
    const signals = watchStopSignals(source, end, () => nowMs)
    source.emit('SIGTERM', 'SIGTERM')
    nowMs = 100
    signals.release()
    // nobody who listens is the end of a process
    expect(source.emit('SIGTERM', 'SIGTERM')).toBe(true)
    expect(ends).toBe(0)
    nowMs = 600
    source.emit('SIGTERM', 'SIGTERM')
    expect(ends).toBe(1)
  })

  it('lets go when released', () => {
    const source = new EventEmitter()
    watchStopSignals(source, () => undefined).release()
    expect(source.eventNames().length).toBe(0)
  })
})
