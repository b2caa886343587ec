import { expect, it } from 'vitest'
import { StepFaults } from '../../src/bot/step-faults.js'

const EVENT = { kind: 'turn-end', seq: 7 } as const

function watched() {
  const heard: unknown[] = []
  const faults = new StepFaults({
    log: (message, details) => heard.push(['log', message, details]),
    halt: (reason) => heard.push(['halt', reason]),
    askAgain: () => heard.push('ask again'),
    end: (cause) => heard.push(['end', cause]),
  })
  return { heard, faults }
}

it('a step that fails halts, and what it may have lost of permits is wanted again', () => {
  const { heard, faults } = watched()
  faults.failed(new Error('boom'), EVENT)
  expect(heard).toEqual([
    ['log', 'a step failed: boom', { event: 'turn-end', seq: 7 }],
    ['halt', 'a step failed: boom'],
    'ask again',
  ])
})

it('the fourth ends the bot, and halts nothing any more', () => {
  const { heard, faults } = watched()
  for (let i = 0; i < 3; i++) faults.failed(new Error('boom'), EVENT)
  heard.length = 0
  faults.failed(new Error('again'), EVENT)
  expect(heard).toEqual([
    ['log', 'a step failed: again', { event: 'turn-end', seq: 7 }],
    ['end', { code: 'internal', message: 'again' }],
  ])
})
