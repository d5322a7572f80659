import { type GroupPreview, groupPreviewSchema, joinReply } from '@purple-sector/contracts/groups/http'
import type { User } from '@purple-sector/contracts/identity/http'
import { groupReply, userReply } from '@purple-sector/testing/replies'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { ToastHost } from '../../../ui/toasts/toast-host.tsx'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { userQuery } from '../../session/user-query.ts'
import { groupsKey } from '../api/group-keys.ts'
import { JoinPage } from './join-page.tsx'

type Answer = { status: number; body: unknown }

const previewed: GroupPreview = {
  name: 'Gate 9 Regulars',
  description: 'Everyone who has ever queued at Gate 9.',
  memberCount: 32,
  isPrivate: false,
  weekend: { name: 'Southern Cross 500', startDate: '2026-11-20' },
  allSeason: false,
  countBest: null,
}
const group = groupReply({ name: 'Gate 9 Regulars', inviteCode: 'g9-Tq4wPz81' })
const joinedReply = (approvalStatus: 'approved' | 'pending'): Answer => ({
  status: 200,
  body: joinReply.parse({ group: { ...group, approvalStatus }, approvalStatus }),
})
const rejectionWith = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, requestId: 'r' },
})
const UNKNOWN = rejectionWith(404, 'INVITE_NOT_FOUND', 'This invite link isn’t valid.')

let preview: Answer
let joinReplies: Answer[]
let groups: unknown[]
let me: User
let sentPaths: string[]
/** Delays the next reply to a join request. */
let delayJoin: Promise<unknown>

const respond = ({ status, body }: Answer) => new Response(status === 204 ? null : JSON.stringify(body), { status })

beforeEach(() => {
  preview = { status: 200, body: groupPreviewSchema.parse(previewed) }
  joinReplies = []
  groups = []
  me = userReply()
  sentPaths = []
  delayJoin = Promise.resolve()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    if (path.startsWith('/api/groups/preview/')) return respond(preview)
    if (path === '/api/auth/user') return respond({ status: 200, body: me })
    if (path === '/api/groups') return respond({ status: 200, body: groups })
    if (path === '/api/groups/overview') return respond({ status: 200, body: { groups, invitations: [] } })
    sentPaths.push(`${method} ${path}`)
    await delayJoin
    return respond(joinReplies.shift() ?? { status: 204, body: null })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  toasts.clear()
})

const openJoinPage = (user: User | null, address = '/groups/join/g9-Tq4wPz81') => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, user)
  client.setQueryData(groupsKey, { groups: [], invitations: [] })
  if (user) me = user
  const view = render(
    <StrictMode>
      <InApp client={client} address={address}>
        <Routes>
          <Route path="/groups/join/:inviteCode" element={<JoinPage />} />
          <Route path="/groups" element={<p>My Groups</p>} />
        </Routes>
        <ToastHost />
      </InApp>
    </StrictMode>,
  )
  return { client, view }
}

const JOIN = 'POST /api/groups/join/g9-Tq4wPz81'

describe('the join page for a visitor', () => {
  test('shows the group and leads back here after sign-in', async () => {
    window.history.replaceState(null, '', '/groups/join/g9-Tq4wPz81')
    openJoinPage(null)
    expect(await screen.findByRole('heading', { name: 'Gate 9 Regulars' })).toBeTruthy()
    for (const text of ['Everyone who has ever queued at Gate 9.', '32 members', 'Public'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Southern Cross 500, from 20 Nov 2026')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in to join' }).getAttribute('href')).toBe(
      '/api/login?returnTo=%2Fgroups%2Fjoin%2Fg9-Tq4wPz81',
    )
    expect(sentPaths).toEqual([])
  })

  test('shows that a group is private', async () => {
    preview.body = { ...previewed, isPrivate: true }
    openJoinPage(null)
    expect(await screen.findByText('Private')).toBeTruthy()
  })

  test.each([
    [null, 'All rounds count'],
    [1, 'The best round counts'],
    [9, 'Best 9 rounds count'],
  ])('shows that a group continues all season, and that %s of its rounds count', async (countBest, text) => {
    preview.body = { ...previewed, allSeason: true, countBest }
    openJoinPage(null)
    expect(await screen.findByText('All season')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('shows no rounds of a group of one weekend', async () => {
    openJoinPage(null)
    await screen.findByText('32 members')
    expect(screen.queryByText('All season')).toBeNull()
    expect(screen.queryByText('All rounds count')).toBeNull()
  })

  test('shows that a code is unknown', async () => {
    preview = UNKNOWN
    openJoinPage(null)
    expect(await screen.findByText('This invite link isn’t valid')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign in to join' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the home page' })).toBeTruthy()
  })

  test('allows sign-in when the group fails to load, and retries', async () => {
    preview = rejectionWith(503, 'UNAVAILABLE', 'The service is busy.')
    openJoinPage(null)
    expect(await screen.findByText('Couldn’t load the group')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in to join' })).toBeTruthy()
    preview = { status: 200, body: previewed }
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'Gate 9 Regulars' })).toBeTruthy()
  })
})

describe('the join page for a fan', () => {
  test('joins once on load and redirects to the groups after two seconds', async () => {
    joinReplies.push(joinedReply('approved'))
    let arrive = () => {}
    delayJoin = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { client } = openJoinPage(userReply())
    expect(await screen.findByText('Joining Gate 9 Regulars...')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN])
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await act(async () => arrive())
    expect(await screen.findByText('You’ve joined Gate 9 Regulars')).toBeTruthy()
    expect(screen.getByText('Approved')).toBeTruthy()
    expect(screen.queryByText('My Groups')).toBeNull()
    expect(client.getQueryState(groupsKey)?.isInvalidated).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByText('My Groups')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN])
  })

  test('shows that an approval is pending', async () => {
    joinReplies.push(joinedReply('pending'))
    openJoinPage(userReply())
    expect(await screen.findByText('Pending Approval')).toBeTruthy()
    expect(screen.getByText(/The group’s admin still needs to approve you/)).toBeTruthy()
  })

  test.each([
    [409, 'ALREADY_MEMBER', 'You’re already a member of this group.'],
    [409, 'GROUP_FULL', 'This group is full.'],
    [403, 'INVITE_ONLY', 'You need a new invitation to join this group again.'],
    [404, 'INVITE_NOT_FOUND', 'This invite link isn’t valid.'],
  ])('shows why joining failed: %s %s', async (status, code, message) => {
    joinReplies.push(rejectionWith(status, code, message))
    openJoinPage(userReply())
    expect(await screen.findByText('You couldn’t join')).toBeTruthy()
    const alert = screen.getByRole('alert').textContent
    expect(alert).toContain(message)
    expect(alert).toContain('The invite code might be invalid, or you’re already a member of the group.')
    expect(toasts.current()).toMatchObject({ title: 'Failed to join group', text: message, tone: 'red' })
    expect(screen.getByRole('link', { name: 'Go to Groups' }).getAttribute('href')).toBe('/groups')
    expect(screen.queryByRole('button', { name: 'Send verification email' })).toBeNull()
  })

  test('retries a failed join', async () => {
    joinReplies.push(rejectionWith(503, 'UNAVAILABLE', 'The service is busy.'), joinedReply('approved'))
    openJoinPage(userReply())
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('You’ve joined Gate 9 Regulars')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN, JOIN])
  })

  const LOST = rejectionWith(504, 'TIMEOUT', 'The service did not answer in time.')
  const MEMBER = rejectionWith(409, 'ALREADY_MEMBER', 'You’re already a member of this group.')

  test('reports success when an earlier request succeeded but its reply was lost', async () => {
    joinReplies.push(LOST, MEMBER)
    openJoinPage(userReply())
    await screen.findByText('You couldn’t join')
    groups = [{ ...group, approvalStatus: 'pending' }]
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('You’ve joined Gate 9 Regulars')).toBeTruthy()
    expect(screen.getByText('Pending Approval')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN, JOIN])
  })

  test('reports an existing membership when every request was answered', async () => {
    joinReplies.push(rejectionWith(403, 'INVITE_ONLY', 'This group is private.'), MEMBER)
    groups = [group]
    openJoinPage(userReply())
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(sentPaths).toEqual([JOIN, JOIN]))
    await vi.waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('You’re already a member of this group.'),
    )
    expect(screen.queryByText('You’ve joined Gate 9 Regulars')).toBeNull()
  })

  test('verifies the address of a fan without an invitation first', async () => {
    joinReplies.push(rejectionWith(403, 'INVITE_ONLY', 'This group is private. You need an invitation to join it.'))
    openJoinPage(userReply({ emailVerified: false }))
    fireEvent.click(await screen.findByRole('button', { name: 'Send verification email' }))
    expect(await screen.findByText('Email sent')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN, 'POST /api/auth/verify/send'])
    joinReplies.push(joinedReply('approved'))
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('You’ve joined Gate 9 Regulars')).toBeTruthy()
  })

  test('joins automatically once the address is verified', async () => {
    joinReplies.push(rejectionWith(403, 'INVITE_ONLY', 'This group is private. You need an invitation to join it.'))
    const { client } = openJoinPage(userReply({ emailVerified: false }))
    expect(await screen.findByRole('button', { name: 'Send verification email' })).toBeTruthy()
    joinReplies.push(joinedReply('approved'))
    act(() => void client.setQueryData(userQuery.queryKey, userReply({ emailVerified: true })))
    expect(await screen.findByText('You’ve joined Gate 9 Regulars')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN, JOIN])
  })

  test.each(['.', ')', '%3E', '%20', '/'])('ignores text copied behind the link: %s', async (suffix) => {
    joinReplies.push(joinedReply('approved'))
    openJoinPage(userReply(), `/groups/join/g9-Tq4wPz81${suffix}`)
    expect(await screen.findByText('You’ve joined Gate 9 Regulars')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN])
  })

  test('shows that the invitation may belong to another account', async () => {
    joinReplies.push(rejectionWith(403, 'INVITE_ONLY', 'This group is private. You need an invitation to join it.'))
    openJoinPage(userReply({ email: 'dan@fans.test', emailVerified: true }))
    expect(await screen.findByText(/You’re signed in as dan@fans.test. Were you invited at another/)).toBeTruthy()
  })
})

describe('the join page in two tabs', () => {
  /** Fake Web Locks: a request waits while another holds the lock, or fails with `ifAvailable`. */
  const browserLocks = () => {
    const activeLocks = new Map<string, Promise<unknown>>()
    return {
      async request(name: string, ...rest: [object, (lock: object | null) => unknown] | [(lock: object) => unknown]) {
        const [options, act] = rest.length === 2 ? rest : [{}, rest[0]]
        if (activeLocks.has(name) && 'ifAvailable' in options) return act(null as never)
        await activeLocks.get(name)
        const work = Promise.resolve(act({}))
        activeLocks.set(
          name,
          work.catch(() => {}),
        )
        return work.finally(() => activeLocks.delete(name))
      },
    }
  }
  beforeEach(() => vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: browserLocks() })))

  test('joins in one tab and reports success in both', async () => {
    joinReplies.push(joinedReply('pending'))
    let arrive = () => {}
    delayJoin = new Promise<void>((resolve) => {
      arrive = resolve
    })
    openJoinPage(userReply())
    openJoinPage(userReply())
    await vi.waitFor(() => expect(sentPaths).toEqual([JOIN]))
    groups = [{ ...group, approvalStatus: 'pending' }]
    arrive()
    // Each tab redirects after two seconds: the first may be gone before the second appears.
    const confirmed = new Set<HTMLElement>()
    await vi.waitFor(() => {
      for (const words of ['You’ve joined Gate 9 Regulars', 'Pending Approval'])
        for (const each of screen.queryAllByText(words)) confirmed.add(each)
      expect(confirmed.size).toBe(4)
    })
    expect(sentPaths).toEqual([JOIN])
  })

  test('joins in the second tab when the first one failed', async () => {
    joinReplies.push(rejectionWith(503, 'UNAVAILABLE', 'The service is busy.'), joinedReply('approved'))
    openJoinPage(userReply())
    openJoinPage(userReply())
    expect(await screen.findByText('You’ve joined Gate 9 Regulars')).toBeTruthy()
    expect(screen.getByText('You couldn’t join')).toBeTruthy()
    expect(sentPaths).toEqual([JOIN, JOIN])
  })
})
