import { describe, expect, test } from 'vitest'
import { aWeekendReport } from '../../../test/reports/a-weekend-report.ts'
import { readPdf } from '../../../test/reports/read-pdf.ts'
import { renderInWorker } from './render-in-worker.ts'
import { renderReport } from './render-report.ts'

/** The report of an empty weekend. */
const emptyReport = aWeekendReport({ categories: [], top: [], participants: 0, tips: 0, votes: 0 })

describe('report of a full weekend', () => {
  const rendering = renderReport(aWeekendReport())

  test('prints the leader, every session with status and reason, and the winner of the poll', async () => {
    const { bytes, pages: count } = await rendering
    const { pages, info, outline } = await readPdf(bytes)
    expect(pages).toHaveLength(count)
    pages.slice(1).forEach((text, index) => {
      expect(text).toContain(`Page ${index + 2} of ${count}`)
    })
    expect(pages[0]).toContain('marshal_post9')
    expect(pages[1]).toContain('Top 10 of 1,206 fans.')
    const text = pages.join('\n')
    for (const { name, races } of aWeekendReport().categories) {
      expect(text).toContain(name)
      for (const race of races) expect(text).toContain(race.name)
    }
    for (const expected of [
      'OFFICIAL',
      'PROVISIONAL',
      'AMENDED',
      'CANCELLED',
      'NO RESULT',
      'Abandoned: fog.',
      'stewards’',
    ])
      expect(text).toContain(expected)
    expect(text).toContain('Broc Feeney, Chaz Mostert')
    expect(info).toMatchObject({ Title: 'Southern Cross 500: weekend report', Author: 'Purple Sector' })
    expect(outline.map(({ title }) => title)).toEqual([
      'Leaderboard',
      'Points by session',
      'Participation',
      'Driver of the weekend',
      'Results',
    ])
    expect(outline.at(-1)?.items).toHaveLength(8)
  })

  test('shortens long names, prints European and Vietnamese ones, and substitutes others', async () => {
    const text = (await readPdf((await rendering).bytes)).pages.join('\n')
    expect(text).toMatch(/Priscilla Featherstonehaugh-\S*…/)
    for (const name of ['Żaneta Ćwik', 'Łukasz Żółtowski', 'Иван Петров', 'Nguyễn Văn Đức', 'André Heimgartner'])
      expect(text).toContain(name)
    expect(text).toContain('Fan (name in another script)')
    expect(text).not.toContain('山田')
  })

  test('embeds every font it uses', async () => {
    const source = (await rendering).bytes.toString('latin1')
    const usedFonts = source.match(/\/BaseFont \/\w+\+(Archivo|Geist)-\w+/g) ?? []
    expect(usedFonts.length).toBeGreaterThan(0)
    expect(source.match(/\/FontFile2 /g) ?? []).toHaveLength(new Set(source.match(/\/FontName \/\S+/g)).size)
    expect(source).not.toMatch(/Helvetica|Times|Courier/)
  })
})

test('renders an empty weekend, also in the worker', async () => {
  const parts: number[] = []
  const { bytes, pages } = await renderInWorker(emptyReport, (part) => parts.push(part))
  const text = (await readPdf(bytes)).pages
  expect(text).toHaveLength(pages)
  for (const expected of ['No one has tipped', 'no sessions that earn points', 'No one has voted', 'no sessions yet'])
    expect(text.join('\n')).toContain(expected)
  expect(parts.at(-1)).toBe(1)
  expect(parts).toEqual(parts.toSorted((one, other) => one - other))
})

test('prints that the poll is missing if it was unavailable', async () => {
  const { bytes } = await renderReport({ ...emptyReport, votes: null })
  expect((await readPdf(bytes)).pages.join('\n')).toContain('The driver poll wasn’t available')
})

test('aborts a render that takes too long or too much memory', async () => {
  await expect(renderInWorker(aWeekendReport(), () => {}, { timeoutMs: 1 })).rejects.toThrow(
    'was not drawn within 1 ms',
  )
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 }
  await expect(renderInWorker(aWeekendReport(), () => {}, { limits })).rejects.toThrow(/memory/)
})
