import {
  generateTemplateBody,
  type ShareTemplate,
  shareTemplateSchema,
  type TemplateType,
} from '@purple-sector/contracts/engagement/http'
import { templateReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { QuickShare } from './quick-share.tsx'

type ServerState = { templates: ShareTemplate[]; rejections?: Rejection[]; isAway?: boolean }

const fakeServer = (state: ServerState) => {
  const sent: { path: string; body: unknown }[] = []
  const fetch = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    if (state.isAway) throw new TypeError('Failed to fetch')
    const rejection = state.rejections?.shift()
    if (rejection) return rejectionReply(rejection)
    if (method === 'GET') return Response.json(shareTemplateSchema.array().parse(state.templates))
    const requested = JSON.parse(String(body))
    sent.push({ path, body: requested })
    if (path.endsWith('/generate')) {
      const { templateType } = generateTemplateBody.parse(requested)
      const template = templateReply({ id: 100 + sent.length, templateType, content: `New ${templateType}` })
      state.templates = [template, ...state.templates]
      return Response.json(template, { status: 201 })
    }
    const id = Number(path.split('/').at(-2))
    const template = state.templates.find((each) => each.id === id) ?? templateReply()
    template.shareCount += 1
    return Response.json(template)
  }
  return { fetch, sent, state }
}
const NOTHING: ServerState = { templates: [] }
const server = createTestServer(fakeServer, NOTHING)

const clipboard = { writeText: vi.fn(async (_text: string) => {}) }
// Dates of last month are formatted differently from those of this week.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T05:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

beforeEach(() => {
  clipboard.writeText.mockReset()
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard }))
})

const openShareDialog = async (state: ServerState, weekend = weekendReply(), type?: TemplateType) => {
  server.serve(state)
  openPage(<QuickShare weekend={weekend} {...(type && { type })} />, '/', userReply(), [weekend])
  fireEvent.click(screen.getByRole('button', { name: 'Quick Share' }))
  return within(await screen.findByRole('dialog', { name: 'Social Media Templates' }))
}
const ORIGIN = window.location.origin
const POST = 'I’m 12th of 1,284 at Southern Cross 500 with 118 points. #PurpleSector #SouthernCross500'
const LINK = `${ORIGIN}/api/social-share/shared/${'a'.repeat(24)}`
const busy: Rejection = { status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' }

describe('the share template list', () => {
  test('shows an empty state that explains what to do', async () => {
    const dialog = await openShareDialog({ templates: [] })
    expect(await dialog.findByText('No templates yet')).toBeTruthy()
    expect(dialog.queryByRole('region')).toBeNull()
  })

  test('shows an error when loading fails, and retries', async () => {
    const dialog = await openShareDialog({ templates: [templateReply()], rejections: [busy] })
    expect(await dialog.findByText('Couldn’t load your templates')).toBeTruthy()
    expect(dialog.getByText('The service is busy.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
    expect(await dialog.findByRole('region', { name: 'Preview: Leaderboard position' })).toBeTruthy()
  })

  test('shows the newest or selected template with its share count', async () => {
    const race = templateReply({ id: 1, templateType: 'race_result', content: 'Race 1', shareCount: 3 })
    const dialog = await openShareDialog({ templates: [templateReply({ id: 2 }), race] })
    expect(await dialog.findByRole('region', { name: 'Preview: Leaderboard position' })).toBeTruthy()
    const [newest, older] = dialog.getAllByRole('listitem').map((item) => within(item).getByRole('button'))
    expect([newest?.textContent, older?.textContent]).toEqual([
      'Leaderboard positionSat 2:30 pm · not shared yet',
      'Race resultSat 2:30 pm · shared 3 times',
    ])
    fireEvent.click(older as HTMLElement)
    const preview = within(dialog.getByRole('region', { name: 'Preview: Race result' }))
    expect(preview.getByText('Race 1')).toBeTruthy()
    expect(preview.getByText('Shared 3 times')).toBeTruthy()
    expect(older?.getAttribute('aria-pressed')).toBe('true')
  })
})

describe('generating a share template', () => {
  test('requests the selected type, shows the result and confirms', async () => {
    const dialog = await openShareDialog({ templates: [templateReply()] })
    await dialog.findByRole('region')
    fireEvent.change(dialog.getByLabelText('What to share'), { target: { value: 'driver_poll' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Generate' }))
    expect(await screen.findByText('Template Generated')).toBeTruthy()
    expect(screen.getByText('Your social media template is ready to share!')).toBeTruthy()
    expect(server.sent).toEqual([
      { path: '/api/social-share/generate', body: { weekendId: 1, templateType: 'driver_poll' } },
    ])
    const preview = within(dialog.getByRole('region', { name: 'Preview: Driver poll' }))
    expect(preview.getByText('New driver_poll')).toBeTruthy()
    expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  })

  test('shows what is missing when there are no figures', async () => {
    const dialog = await openShareDialog({ templates: [] })
    await dialog.findByText('No templates yet')
    server.state.rejections = [{ status: 409, code: 'NOTHING_TO_SHARE', message: 'You’re not leading a group yet.' }]
    fireEvent.click(dialog.getByRole('button', { name: 'Generate' }))
    expect(await screen.findByText('Failed to generate social media template')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
    expect(screen.getByText('You’re not leading a group yet.')).toBeTruthy()
  })

  test('shows an error when the server is unreachable', async () => {
    const dialog = await openShareDialog({ templates: [] })
    await dialog.findByText('No templates yet')
    server.state.isAway = true
    fireEvent.click(dialog.getByRole('button', { name: 'Generate' }))
    expect(await screen.findByText('We can’t reach the server. Please try again.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeTruthy()
  })
})

describe('sharing a template', () => {
  test('passes text, hashtags and link to a network and counts the share', async () => {
    const dialog = await openShareDialog({ templates: [templateReply()] })
    const sharedBy = async (name: string) => {
      const link = await dialog.findByRole('link', { name })
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
      const { host, searchParams } = new URL(link.getAttribute('href') ?? '')
      return [host, Object.fromEntries(searchParams)]
    }
    expect(await sharedBy('X (Twitter)')).toEqual(['x.com', { text: POST, url: LINK }])
    expect(await sharedBy('Facebook')).toEqual(['www.facebook.com', { u: LINK, quote: POST }])
    expect(await sharedBy('Bluesky')).toEqual(['bsky.app', { text: `${POST} ${LINK}` }])
    fireEvent.click(dialog.getByRole('link', { name: 'Facebook' }))
    expect(await screen.findByText('Shared!')).toBeTruthy()
    expect(screen.getByText('Template shared successfully')).toBeTruthy()
    expect(server.sent.map(({ path }) => path)).toEqual(['/api/social-share/1/share'])
    expect(await dialog.findByText('Shared 1 time')).toBeTruthy()
  })

  test('shows an error when the share was not counted', async () => {
    const dialog = await openShareDialog({ templates: [templateReply()] })
    const link = await dialog.findByRole('link', { name: 'Bluesky' })
    server.state.rejections = [busy]
    fireEvent.click(link)
    expect(await screen.findByText('Failed to share content')).toBeTruthy()
  })

  test('copies the whole post', async () => {
    const dialog = await openShareDialog({ templates: [templateReply()] })
    fireEvent.click(await dialog.findByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied!')).toBeTruthy()
    expect(screen.getByText('Content copied to clipboard')).toBeTruthy()
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith(`${POST} ${LINK}`)
  })

  test('shows the text to copy by hand when the clipboard is unavailable', async () => {
    clipboard.writeText.mockRejectedValue(new Error('Not allowed'))
    const dialog = await openShareDialog({ templates: [templateReply()] })
    fireEvent.click(await dialog.findByRole('button', { name: 'Copy' }))
    const byHand = await dialog.findByLabelText<HTMLTextAreaElement>(/Copy this text:$/)
    expect(byHand.value).toBe(`${POST} ${LINK}`)
  })

  test('omits an image that fails to load', async () => {
    const dialog = await openShareDialog({ templates: [templateReply()] })
    fireEvent.error(await dialog.findByRole('img', { name: 'What the link shows' }))
    expect(dialog.getByText(/^Couldn’t load the picture\./)).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Facebook' })).toBeTruthy()
  })
})

test('offers the season of a round alone, and begins with it where it is asked for', async () => {
  const templates = [templateReply(), templateReply({ id: 2, templateType: 'season_position', content: 'I’m 3rd' })]
  const dialog = await openShareDialog({ templates }, weekendReply({ seasonId: 1, round: 2 }), 'season_position')
  expect(await dialog.findByRole('region', { name: 'Preview: Season position' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Generate' }))
  expect(await dialog.findByText('New season_position')).toBeTruthy()
  expect(server.sent.at(-1)?.body).toEqual({ weekendId: 1, templateType: 'season_position' })
})

test('offers no season outside of one', async () => {
  const dialog = await openShareDialog(NOTHING)
  const options = [...dialog.getByLabelText<HTMLSelectElement>('What to share').options].map(({ label }) => label)
  expect(options).toEqual(['Leaderboard position', 'Tip performance', 'Race result', 'Driver poll', 'Group victory'])
})
