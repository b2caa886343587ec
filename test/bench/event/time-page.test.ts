import { expect, it } from 'vitest'
import { timePage } from '../../../bench/event/time-page.js'

const page = timePage(
  [
    { title: 'One <order>', split: { server: 1, decide: 2, router: 1 }, events: 7 },
    { title: 'A cancel', split: { server: 1 }, events: 3 },
  ],
  'A & B',
)

it('has a bar for each way, as wide as its parts, and says each of them in words', () => {
  expect(page.match(/<section>/g)).toHaveLength(2)
  expect(page).toContain('One &lt;order> <span>4.00 ms, medians of 7 events</span>')
  expect(page).toContain('aria-label="server 1.00 ms, decide 2.00 ms, router 1.00 ms"')
  expect(page.match(/<i style="flex:2\.0000 0 0/g)).toHaveLength(1)
  expect(page).toMatch(/the turn: estimates, wish, risk, plan<\/td><td>2\.00 ms<\/td><td>50 %/)
  expect(page).toContain('<p>A &amp; B</p>')
})

it('fits the screen and its light', () => {
  expect(page).toContain('name="viewport"')
  expect(page).toContain('prefers-color-scheme: dark')
})
