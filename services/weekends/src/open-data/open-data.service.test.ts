import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { aResult } from '@purple-sector/testing/builders'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'
import { findWeekend } from '../weekends/lock-weekend.ts'
import { calendarFile } from './calendar-file.ts'
import { readCalendar } from './read-calendar.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

const fileOf = (weekendId: number) =>
  service.app.inject({ method: 'GET', url: `/api/open/weekends/${weekendId}/sessions.ics` })
/** Parses the calendar as a calendar program does. */
const calendarOf = async (weekendId: number) => {
  const { payload: text } = await fileOf(weekendId)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => ({ component, event: new ICAL.Event(component) }))
  return { calendar, events, text }
}
const listed = async (weekendId: number) =>
  (await calendarOf(weekendId)).events.map(({ component, event }) => ({
    summary: event.summary,
    start: event.startDate.toJSDate().toISOString(),
    sequence: event.sequence,
    status: component.getFirstPropertyValue('status'),
  }))

describe('open weekends', () => {
  test('lists weekends that are announced, live or over', async () => {
    const hidden = await service.weekend({ name: 'In the making' })
    const announced = await service.weekend({ name: 'Announced', isActive: true })
    const overrides = await service.weekend({ name: 'Over' })
    await service.admin('PATCH', `/api/admin/weekends/${overrides.id}`, { status: 'completed' })
    const reply = await service.visitor<{ id: number }[]>('GET', '/api/open/weekends')
    expect(reply.headers['cache-control']).toBe('public, max-age=5')
    expect(reply.body.map(({ id }) => id)).toEqual([announced.id, overrides.id])
    expect(reply.body[0]).toEqual({
      id: announced.id,
      name: 'Announced',
      description: '',
      venue: '',
      startDate: '2030-10-10',
      endDate: '2030-10-13',
      timeZone: 'Australia/Sydney',
      status: 'inactive',
      links: {
        leaderboard: `/api/open/weekends/${announced.id}/leaderboard.json`,
        leaderboardCsv: `/api/open/weekends/${announced.id}/leaderboard.csv`,
        results: `/api/open/weekends/${announced.id}/results.json`,
        resultsCsv: `/api/open/weekends/${announced.id}/results.csv`,
        sessions: `/api/open/weekends/${announced.id}/sessions.ics`,
      },
    })
    expect((await fileOf(hidden.id)).json()).toMatchObject({ code: 'WEEKEND_NOT_FOUND' })
    expect((await fileOf(hidden.id)).statusCode).toBe(404)
    expect((await fileOf(2_147_483_000)).statusCode).toBe(404)
    expect((await fileOf(announced.id)).headers['content-type']).toBe('text/calendar; charset=utf-8')
  })
})

describe('the calendar of a season', () => {
  const calendarOfSeason = (id: number) =>
    service.app.inject({ method: 'GET', url: `/api/open/seasons/${id}/calendar.ics` })
  const eventsOf = async (id: number) =>
    new ICAL.Component(ICAL.parse((await calendarOfSeason(id)).payload))
      .getAllSubcomponents('vevent')
      .map((component) => {
        const { summary, location, startDate, endDate, sequence } = new ICAL.Event(component)
        const status = component.getFirstPropertyValue('status')
        return { summary, location, start: String(startDate), end: String(endDate), sequence, status }
      })
  const seasonOf = async (...weekendIds: number[]): Promise<number> => {
    const { id } = (
      await service.admin<{ id: number }>('POST', '/api/admin/seasons', { name: 'Cup, 2030', year: 2030 })
    ).body
    const rounds = weekendIds.map((weekendId) => ({ weekendId }))
    await service.admin('PUT', `/api/admin/seasons/${id}/weekends`, rounds)
    return id
  }
  const FIRST = {
    summary: 'Round 1: Sandown 500',
    location: 'Sandown',
    start: '2030-10-10',
    end: '2030-10-14',
    sequence: 0,
    status: 'CONFIRMED',
  }

  test('has an all-day event for each announced round, and is 404 without one', async () => {
    const first = await service.weekend({ name: 'Sandown 500', venue: 'Sandown', isActive: true })
    const second = await service.weekend({ name: 'Hidden' })
    const id = await seasonOf(first.id, second.id)
    expect(await eventsOf(id)).toEqual([FIRST])
    const reply = await calendarOfSeason(id)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'public, max-age=5',
      'content-disposition': `inline; filename="season-${id}.ics"`,
    })
    expect(reply.payload).toContain('NAME:Cup\\, 2030')
    expect(reply.payload).not.toContain('Hidden')
    for (const none of [await seasonOf((await service.weekend()).id), await seasonOf(), 999_999]) {
      expect((await calendarOfSeason(none)).statusCode).toBe(404)
      expect((await calendarOfSeason(none)).json()).toMatchObject({ code: 'SEASON_NOT_FOUND' })
    }
  })
  test('counts changes of the days, and cancels a round that leaves, is withdrawn or deleted', async () => {
    const first = await service.weekend({ name: 'Sandown 500', venue: 'Sandown', isActive: true })
    const second = await service.weekend({
      name: 'Bathurst',
      startDate: '2030-11-01',
      endDate: '2030-11-03',
      isActive: true,
    })
    const id = await seasonOf(first.id, second.id)
    expect(await eventsOf(id)).toMatchObject([FIRST, { summary: 'Round 2: Bathurst', sequence: 0 }])
    await service.admin('PATCH', `/api/admin/weekends/${first.id}`, { endDate: '2030-10-14' })
    // Concurrent reads count one change.
    const moved = { ...FIRST, end: '2030-10-15', sequence: 1 }
    const reads = await Promise.all([eventsOf(id), eventsOf(id), eventsOf(id)])
    for (const events of reads) expect(events[0]).toEqual(moved)
    await service.admin('PATCH', `/api/admin/weekends/${first.id}`, { isActive: false })
    expect((await eventsOf(id))[0]).toEqual({ ...moved, sequence: 2, status: 'CANCELLED' })
    await service.admin('PATCH', `/api/admin/weekends/${first.id}`, { isActive: true })
    await service.admin('DELETE', `/api/admin/weekends/${second.id}`)
    expect(await eventsOf(id)).toMatchObject([
      { ...moved, sequence: 3 },
      { summary: 'Round 2: Bathurst', sequence: 1, status: 'CANCELLED' },
    ])
  })
  test('can be imported as the calendar of a season', async () => {
    const first = await service.weekend({ name: 'Sandown 500', venue: 'Sandown', isActive: true })
    const id = await seasonOf(first.id)
    const form = new FormData()
    form.append('file', new Blob([(await calendarOfSeason(id)).payload]), 'season.ics')
    const request = new Request('http://weekends/', { method: 'POST', body: form })
    const reply = await service.app.inject({
      method: 'POST',
      url: `/api/admin/seasons/${id}/import`,
      headers: {
        ...(await service.identityOf(service.chief)),
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(reply.json()).toMatchObject({ results: { success: [{ round: 1, action: 'unchanged' }], errors: [] } })
  })
})

describe('the calendar of a weekend', () => {
  test('is valid for calendar programs, whatever characters it contains', async () => {
    const { id } = await service.weekend({
      name: 'Grüße, Oß; "Finale"\nEND:VCALENDAR',
      venue: 'Nürburgring, Süd;\\Nord',
      isActive: true,
    })
    const name = 'Qualifikation für Ä, Ö; Ü und eine Überschrift, die länger als 75 Oktette ist'
    const race = await service.race(id, { name, startTime: '2030-10-10T12:30:00+11:00' })
    await service.race(id, { name: 'Without a time' })
    const { calendar, events, text } = await calendarOf(id)
    expect(events).toHaveLength(1)
    const [{ event, component } = { event: undefined, component: undefined }] = events
    expect(event?.summary).toBe(`${race.category}: ${name}`)
    expect(event?.location).toBe('Nürburgring, Süd;\\Nord')
    expect(event?.startDate.toJSDate().toISOString()).toBe('2030-10-10T01:30:00.000Z')
    expect(component?.getFirstPropertyValue('url')).toBe('http://localhost:8080')
    expect(event?.uid).toMatch(/^[0-9a-f-]{36}@purple-sector$/)
    for (const property of ['dtstamp', 'last-modified'])
      expect(component?.getFirstPropertyValue(property)).not.toBeNull()
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT15M')
    expect(calendar.getFirstPropertyValue('x-published-ttl')).toBe('PT15M')
    for (const property of ['name', 'x-wr-calname'])
      expect(calendar.getFirstPropertyValue(property)).toBe('Grüße\\, Oß\\; "Finale" END:VCALENDAR')
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect((await calendarOf(id)).text).toBe(text)
  })

  test('folds long names without splitting a character', async () => {
    // Each iteration shifts the name by one byte, so every character crosses the 75th octet once.
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const name = `${shift}🏁 Mt Panorama – Wahluu, é;ü\\ö 👩🏽‍🚀 Ōtautahi 大会 🏎️ 第一戦 ${'🏁'.repeat(20)}`
      const { id } = await service.weekend({ name, venue: `${name} Süd`, isActive: true })
      const race = await service.race(id, { name, startTime: '2030-10-10T02:00:00Z' })
      const { calendar, events, text } = await calendarOf(id)
      expect(events[0]?.event.summary).toBe(`${race.category}: ${name}`)
      expect(events[0]?.event.location).toBe(`${name} Süd`)
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(name.replaceAll(/[\\;,]/g, '\\$&'))
      const lines = text.split('\r\n')
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(lines.filter((line) => !line.isWellFormed() || /\p{Cc}/u.test(line))).toEqual([])
    }
  })

  // Names from before control characters were rejected.
  test('contains no control characters', () => {
    const content = { title: 'Race\u0007 1', location: 'Nord\u000bSüd', startsAt: '2030-10-10T02:00:00.000Z' }
    const entry = {
      id: 1,
      uid: 'one',
      sequence: 0,
      changedAt: new Date(),
      content: { ...content, isCancelled: false },
    }
    const lines = calendarFile({ name: 'Final\u0000e' }, [entry], 'https://tips.test').split('\r\n')
    expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([])
    expect(lines).toEqual(expect.arrayContaining(['SUMMARY:Race 1', 'LOCATION:Nord Süd', 'NAME:Final e']))
  })

  test('keeps the UID and raises SEQUENCE and DTSTAMP when a race moves, is abandoned and comes back', async () => {
    const weekend = await service.weekend({ isActive: true })
    const race = await service.race(weekend.id, { startTime: '2030-10-10T02:00:00Z' })
    const result = { raceId: race.id, weekendId: weekend.id }
    const [cancelled, official] = [1, 2].map((revision) =>
      aResult({ ...result, revision, status: revision === 1 ? 'cancelled' : 'official' }),
    )
    const move = (startTime: string) => service.admin<Race>('PATCH', `/api/admin/races/${race.id}`, { startTime })
    const steps = [
      () => move('2030-10-10T03:15:00Z'),
      () => move('2030-10-10T04:30:00Z'),
      () => cancelled && service.publishEvent(resultPublished, cancelled),
      () => official && service.publishEvent(resultPublished, official),
    ]
    const eventOf = async () => {
      const [{ component, event } = { component: undefined, event: undefined }] = (await calendarOf(weekend.id)).events
      const { uid, sequence } = event ?? {}
      const stamp = String(component?.getFirstPropertyValue('dtstamp'))
      const start = event?.startDate.toJSDate().toISOString()
      return { uid, sequence, stamp, start, status: component?.getFirstPropertyValue('status') }
    }
    const events = [await eventOf()]
    for (const [step, change] of steps.entries()) {
      // Timestamps have whole seconds, so the previous change is dated back by a minute.
      await service.database.raw(`update calendar_entries set changed_at = changed_at - interval '1 minute'`)
      const before = await eventOf()
      await change()
      await expect.poll(async () => (await eventOf()).sequence).toBe(step + 1)
      const after = await eventOf()
      expect(Date.parse(after.stamp)).toBeGreaterThan(Date.parse(before.stamp))
      events.push(after)
    }
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
    expect(events.map(({ start, status }) => [start?.slice(11, 16), status])).toEqual([
      ['02:00', 'CONFIRMED'],
      ['03:15', 'CONFIRMED'],
      ['04:30', 'CONFIRMED'],
      ['04:30', 'CANCELLED'],
      ['04:30', 'CONFIRMED'],
    ])
  })

  test('follows a moved race and counts only changes that calendars show', async () => {
    const { id } = await service.weekend({ isActive: true })
    const race = await service.race(id, { startTime: '2030-10-10T02:00:00Z' })
    const at = `/api/admin/races/${race.id}`
    const title = `${race.category}: Race 1`
    const first = { summary: title, start: '2030-10-10T02:00:00.000Z', sequence: 0, status: 'CONFIRMED' }
    expect(await listed(id)).toEqual([first])
    const uid = (await calendarOf(id)).events[0]?.event.uid
    await service.admin<Race>('PATCH', at, { description: 'Over 161 laps' })
    expect(await listed(id)).toEqual([first])
    await service.admin<Race>('PATCH', at, { startTime: '2030-10-10T03:15:00Z' })
    // Concurrent reads count one change.
    const moved = { ...first, start: '2030-10-10T03:15:00.000Z', sequence: 1 }
    expect(await Promise.all([listed(id), listed(id), listed(id)])).toEqual([[moved], [moved], [moved]])
    expect((await calendarOf(id)).events[0]?.event.uid).toBe(uid)
    await service.admin('PATCH', `/api/admin/weekends/${id}`, { venue: 'Mount Panorama' })
    expect(await listed(id)).toEqual([{ ...moved, sequence: 2 }])
    expect((await service.admin('DELETE', at)).status).toBe(204)
    expect(await listed(id)).toEqual([{ ...moved, sequence: 3, status: 'CANCELLED' }])
  })

  test('contains the latest weekend, even when an older one was passed', async () => {
    const { id } = await service.weekend({ venue: 'Bathurst', isActive: true })
    await service.race(id, { startTime: '2030-10-10T02:00:00Z' })
    const before = await findWeekend(service.database, id)
    await service.admin('PATCH', `/api/admin/weekends/${id}`, { venue: 'Mount Panorama' })
    expect(await readCalendar(service.database, before)).toMatchObject([{ content: { location: 'Mount Panorama' } }])
  })

  test('follows the new name of a category', async () => {
    const category = (await service.admin<Category>('POST', '/api/admin/categories', { name: 'Utes' })).body
    const { id } = await service.weekend({ isActive: true })
    await service.race(id, { category: 'Utes', startTime: '2030-10-10T02:00:00Z' })
    expect(await listed(id)).toMatchObject([{ summary: 'Utes: Race 1', sequence: 0 }])
    await service.admin('PATCH', `/api/admin/categories/${category.id}`, { name: 'SuperUtes 2031' })
    expect(await listed(id)).toMatchObject([{ summary: 'SuperUtes 2031: Race 1', sequence: 1 }])
  })
})
