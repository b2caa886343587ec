import { expect, it } from 'vitest'
import type { Permit } from '../../../src/domain/permit.js'
import type { BudgetInput } from '../../../src/execution/budget/budget.js'
import { CommandPermits } from '../../../src/execution/budget/command-permits.js'
import { Desk } from '../../../src/execution/budget/permit-desk.js'
import { permit } from './builders.js'

const READ = { routeClass: 'read', priority: 'urgent' } as const

function start() {
  const told: BudgetInput[] = []
  const got: (Permit | undefined)[] = []
  const desk = new Desk()
  desk.redirect((input) => told.push(input))
  return { desk, told, got, take: (p: Permit | undefined) => void got.push(p) }
}

it('hands a permit to whoever asked for it, once; one that nobody waits for goes back', () => {
  const { desk, told, got, take } = start()
  desk.want(READ, take)
  expect(told).toEqual([{ kind: 'permit-wanted', wantId: 1, ...READ }])
  desk.give({ wantId: 1, permit: permit(7) })
  desk.give({ wantId: 1, permit: permit(8) })
  expect(got).toEqual([permit(7)])
  expect(told.at(-1)).toEqual({ kind: 'permit-unused', permit: permit(8) })
})

it('tells of answers, with what they teach and without', () => {
  const { desk, told } = start()
  desk.answered(permit(1), { short: { limit: 5 } })
  desk.answered(permit(2))
  expect(told).toEqual([
    { kind: 'answered', permit: permit(1), told: { short: { limit: 5 } } },
    { kind: 'answered', permit: permit(2) },
  ])
})

it('spends a permit on what was sent before anybody kept the count, as soon as there is one', () => {
  const desk = new Desk()
  desk.sent('read', { short: { remaining: 3 } })
  const told: BudgetInput[] = []
  desk.redirect((input) => told.push(input))
  expect(told).toEqual([{ kind: 'permit-wanted', wantId: 1, ...READ }])
  desk.give({ wantId: 1, permit: permit(1) })
  expect(told.slice(1)).toEqual([{ kind: 'answered', permit: permit(1), told: { short: { remaining: 3 } } }])
})

it('asks again for what waits, and asks elsewhere when somebody else keeps the count', () => {
  const { desk, told, take } = start()
  desk.want(READ, take)
  desk.want(READ, take)
  desk.give({ wantId: 1, permit: permit(1) })
  desk.askAgain()
  expect(told.slice(2)).toEqual([{ kind: 'permit-wanted', wantId: 2, ...READ }])
  const elsewhere: BudgetInput[] = []
  desk.redirect((input) => elsewhere.push(input))
  desk.unused(permit(3))
  expect(elsewhere).toEqual([
    { kind: 'permit-wanted', wantId: 2, ...READ },
    { kind: 'permit-unused', permit: permit(3) },
  ])
  expect(told).toHaveLength(3)
})

it('tells who waited in vain', () => {
  const { desk, got, take } = start()
  desk.want(READ, take)
  desk.giveUp(1)
  expect(got).toEqual([undefined])
})

it('a command pays with its own permits of the class first, then at the desk, and gives back what is left', () => {
  const { desk, told, got, take } = start()
  const paidFrom = new CommandPermits([permit(1), permit(2, 'cancel'), permit(3)], desk)
  paidFrom.want(READ, take)
  expect(got).toEqual([permit(1)])
  paidFrom.close()
  paidFrom.close()
  expect(told).toEqual([
    { kind: 'permit-unused', permit: permit(2, 'cancel') },
    { kind: 'permit-unused', permit: permit(3) },
  ])
  paidFrom.want(READ, take)
  expect(told.at(-1)).toEqual({ kind: 'permit-wanted', wantId: 1, ...READ })
  expect(got).toHaveLength(1)
})

it('tells how many bots share the key, and whoever keeps the count later too', () => {
  const { desk, told } = start()
  desk.shared({ bots: 3 })
  const later: BudgetInput[] = []
  desk.redirect((input) => later.push(input))
  expect([told, later]).toEqual([[{ kind: 'budget-shared', bots: 3 }], [{ kind: 'budget-shared', bots: 3 }]])
})
