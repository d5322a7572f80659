import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { WeekendPanel } from './weekend-panel.tsx'

const renderPanel = (overrides: Partial<Weekend>, races: Race[] = []) =>
  render(<WeekendPanel weekend={weekendReply(overrides)} races={races} />, { wrapper: InApp })

test.each([
  ['live', 'Live Event'],
  ['inactive', 'Scheduled'],
  ['completed', 'Completed'],
] as const)('formats the status of a weekend that is %s as %s', (status, words) => {
  renderPanel({ status })
  expect(screen.getByText(words)).toBeTruthy()
})

test('shows the state of each race', () => {
  const hours = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString()
  renderPanel({}, [
    raceReply({ id: 1, scheduledStart: hours(-4) }),
    raceReply({ id: 2, scheduledStart: hours(-1), status: 'running' }),
    raceReply({ id: 3, scheduledStart: hours(1), status: 'completed', resultRevision: 1, resultStatus: 'cancelled' }),
    raceReply({ id: 4, scheduledStart: hours(2) }),
    raceReply({ id: 5, scheduledStart: hours(3) }),
  ])
  const marks = screen.getAllByRole('listitem').map(({ lastElementChild }) => lastElementChild?.textContent)
  expect(marks.slice(0, 4)).toEqual(['Finished', 'Running', 'Cancelled', 'Next'])
})

test('shows a race as running when live timing does, whatever its status', () => {
  const scheduledStart = new Date(Date.now() + 600_000).toISOString()
  const races = [raceReply({ id: 1, scheduledStart }), raceReply({ id: 2, scheduledStart: '2096-11-21T04:00:00.000Z' })]
  render(<WeekendPanel weekend={weekendReply()} races={races} runningId={1} />, { wrapper: InApp })
  const marks = screen.getAllByRole('listitem').map(({ lastElementChild }) => lastElementChild?.textContent)
  expect(marks).toEqual(['Running', 'Next'])
})
