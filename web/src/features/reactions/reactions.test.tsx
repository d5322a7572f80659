import { MantineProvider } from '@mantine/core'
import { type Reacted, type Reaction, reactedSchema } from '@purple-sector/contracts/engagement/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { messageFrom } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../test/create-test-server.ts'
import { receiveFrame } from '../../../test/receive-frame.ts'
import { createQueryClient } from '../../client/api/query-client.ts'
import { theme } from '../../ui/theme/theme.ts'
import { ToastHost } from '../../ui/toasts/toast-host.tsx'
import { MessageReactions, ReactOpener } from './message-reactions.tsx'
import { NO_REACTIONS, type Reactions } from './reacted.ts'
import { ReactionBar } from './reaction-bar.tsx'

const PLACE = { weekendId: 1, groupId: null }
const RESULT = { type: 'result', id: 7 } as const
const counts = (overrides: Partial<Reactions['counts']>) => ({ ...NO_REACTIONS.counts, ...overrides })

/** A fake engagement service, as a browser sees it. */
const engagement = (first: Reacted[]) => {
  const reactions = structuredClone(first)
  const rejections: Rejection[] = []
  const sent: object[] = []
  const fetch = async (_path: string, init: RequestInit): Promise<Response> => {
    if (init.method !== 'POST') return Response.json(reactedSchema.array().parse(reactions))
    const body = JSON.parse(String(init.body))
    sent.push(body)
    const rejection = rejections.shift()
    if (rejection) return rejectionReply(rejection)
    const knownReactions: Reactions = reactions.find(({ subject }) => subject.id === body.subject.id) ?? NO_REACTIONS
    const isGiven = knownReactions.yours.includes(body.reaction)
    const reply = {
      subject: body.subject,
      counts: counts({ ...knownReactions.counts, [body.reaction]: isGiven ? 0 : 1 }),
      yours: isGiven ? [] : [body.reaction],
    }
    reactions.splice(0, reactions.length, reply)
    return Response.json(reactedSchema.parse(reply), { status: isGiven ? 200 : 201 })
  }
  return { fetch, rejections, sent }
}

const server = createTestServer<Reacted[], ReturnType<typeof engagement>>(engagement, [])
const renderReactions = (content: React.ReactElement) => {
  const client = createQueryClient()
  render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={client}>{content}</QueryClientProvider>
      <ToastHost />
    </MantineProvider>,
  )
  return client
}
const bar = () => renderReactions(<ReactionBar scope={PLACE} subject={RESULT} label="Reactions to Race 1" />)
const button = (name: RegExp | string) => screen.findByRole('button', { name })

describe('reactions to a result', () => {
  test("shows five reactions with counts and marks the user's own", async () => {
    server.serve([{ subject: RESULT, counts: counts({ fire: 1204, wow: 2 }), yours: ['wow'] }])
    bar()
    expect((await button('Wow, 2')).getAttribute('aria-pressed')).toBe('true')
    expect((await button('Fire, 1,204')).getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('group', { name: 'Reactions to Race 1' }).children).toHaveLength(5)
  })

  test('gives a reaction on a click and takes it back on the next', async () => {
    bar()
    fireEvent.click(await button('Applause'))
    expect((await button('Applause, 1')).getAttribute('aria-pressed')).toBe('true')
    expect(await screen.findByText('Your reaction has been recorded!')).toBeTruthy()
    expect(server.sent).toEqual([{ weekendId: 1, kind: 'reaction', reaction: 'applause', subject: RESULT }])
    fireEvent.click(await button('Applause, 1'))
    expect((await button('Applause')).getAttribute('aria-pressed')).toBe('false')
    await waitFor(() => expect(server.sent).toHaveLength(2))
  })

  test('reverts a reaction with an error when the request fails', async () => {
    server.rejections.push({ status: 404, code: 'NO_RESULT', message: 'There’s no result for this session yet.' })
    bar()
    fireEvent.click(await button('Laugh'))
    expect(await screen.findByText('Failed to record reaction. Please try again.')).toBeTruthy()
    expect((await button('Laugh')).getAttribute('aria-pressed')).toBe('false')
  })

  test("updates reactions live and keeps the user's own", async () => {
    server.serve([{ subject: RESULT, counts: counts({ fire: 1 }), yours: ['fire'] }])
    const client = bar()
    await button('Fire, 1')
    const data = { ...PLACE, subject: RESULT, counts: counts({ fire: 40, heartbreak: 3 }) }
    act(() => receiveFrame(client, { type: 'engagement_update', data, epoch: 'e' }))
    expect((await button('Fire, 40')).getAttribute('aria-pressed')).toBe('true')
    expect((await button('Heartbreak, 3')).getAttribute('aria-pressed')).toBe('false')
  })
})

describe('reactions given on another screen of the user', () => {
  const ownReactionsFrame = (yours: Reaction[]): ServerFrame => ({
    ...{ type: 'own_reactions', data: { ...PLACE, subject: RESULT, yours }, epoch: 'e' },
  })
  const pressed = async (name: RegExp) => (await button(name)).getAttribute('aria-pressed')

  test('marks reactions of another screen at once, and unmarks them when taken back', async () => {
    server.serve([{ subject: RESULT, counts: counts({ fire: 3, wow: 1 }), yours: [] }])
    const client = bar()
    await button('Fire, 3')
    act(() => receiveFrame(client, ownReactionsFrame(['fire'])))
    expect([await pressed(/^Fire/), await pressed(/^Wow/)]).toEqual(['true', 'false'])
    act(() => receiveFrame(client, ownReactionsFrame([])))
    expect(await pressed(/^Fire/)).toBe('false')
    expect(server.sent).toEqual([])
  })

  test('does not revert a click that is in flight when another screen reacts', async () => {
    const client = bar()
    fireEvent.click(await button('Applause'))
    act(() => receiveFrame(client, ownReactionsFrame([])))
    expect(await pressed(/^Applause/)).toBe('true')
    expect(await screen.findByText('Your reaction has been recorded!')).toBeTruthy()
    expect(await pressed(/^Applause/)).toBe('true')
  })
})

const Said = ({ id }: { id: number }) => {
  const message = messageFrom(id, 'ann', 'Go!')
  const [isOpen, onOpen] = useState(false)
  return (
    <>
      <ReactOpener message={message} isOpen={isOpen} onOpen={onOpen} />
      <MessageReactions message={message} scope={PLACE} isOpen={isOpen} onOpen={onOpen} />
    </>
  )
}

describe('reactions to a message', () => {
  test('shows given reactions below the message, and all five while choosing', async () => {
    server.serve([{ subject: { type: 'message', id: 3 }, counts: counts({ laugh: 2 }), yours: [] }])
    renderReactions(<Said id={3} />)
    await button('Laugh, 2')
    expect(screen.queryByRole('button', { name: 'Fire' })).toBeNull()
    const opener = await button('React to message of ann')
    expect(opener.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(opener)
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    const fire = await button('Fire')
    fire.focus()
    fireEvent.click(fire)
    expect(await button('Fire, 1')).toBe(document.activeElement)
    expect(screen.queryByRole('button', { name: 'Wow' })).toBeNull()
  })

  test('keeps the focus when a reaction is given before the reactions are loaded', async () => {
    const { fetch } = server
    const delayedReply = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (init.method !== 'POST') await delayedReply.promise
      return fetch(path, init)
    })
    renderReactions(<Said id={3} />)
    fireEvent.click(await button('React to message of ann'))
    const fire = await button('Fire')
    fire.focus()
    fireEvent.click(fire)
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(document.activeElement).toBe(fire)
    delayedReply.resolve()
    expect(await button('Fire, 1')).toBe(document.activeElement)
  })

  test('keeps the focus when the last reaction is taken back', async () => {
    server.serve([{ subject: { type: 'message', id: 3 }, counts: counts({ fire: 1 }), yours: ['fire'] }])
    renderReactions(<Said id={3} />)
    const fire = await button('Fire, 1')
    fire.focus()
    fireEvent.click(fire)
    expect(await button('Fire')).toBe(document.activeElement)
  })
})
