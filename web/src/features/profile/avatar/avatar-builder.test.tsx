import type { AvatarConfig } from '@purple-sector/contracts/common'
import { type User, userSchema } from '@purple-sector/contracts/identity/http'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createTestServer, rejectionReply } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { userQuery, useUser } from '../../session/user-query.ts'
import { AvatarBuilder } from './avatar-builder.tsx'

type ServerState = { user: User; isFailing?: boolean; isOffline?: boolean }

const server = createTestServer((state: ServerState) => {
  const saved: AvatarConfig[] = []
  return {
    saved,
    fetch: async (path: string, init: RequestInit) => {
      if (path === '/api/weekends/1/my-stats')
        return Response.json({ position: 12, totalPoints: 118, tipsSubmitted: 4, successRate: 0, recentForm: [] })
      if (path !== '/api/profile/avatar' || init.method !== 'PUT') return Response.json([])
      if (state.isOffline) throw new TypeError('Failed to fetch')
      if (state.isFailing) return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'Busy' })
      const { avatarConfig } = JSON.parse(String(init.body))
      saved.push(avatarConfig)
      state.user = userSchema.parse({ ...state.user, avatarConfig })
      return Response.json(state.user)
    },
  }
}, {} as ServerState)

const worn = {
  helmet: 'modern',
  helmetColor: '#b850ff',
  primaryColor: '#f4f4f7',
  secondaryColor: '#ffd326',
  number: '12',
}

/** Makes every random choice the middle one. */
const Builder = () => {
  const user = useUser()
  return user && <AvatarBuilder user={user} random={() => 0.5} />
}

const openBuilder = (state: Partial<ServerState> = {}) => {
  const user = state.user ?? userReply({ avatarConfig: worn })
  server.serve({ ...state, user })
  return openPage(<Builder />, '/profile', user, [weekendReply()])
}

const tab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }))
const group = (name: string) => within(screen.getByRole('radiogroup', { name }))
const choose = (groupName: string, name: string) => fireEvent.click(group(groupName).getByRole('radio', { name }))
const chosenLabel = (of: string): string | undefined => {
  const radio = group(of)
    .getAllByRole<HTMLInputElement>('radio')
    .find(({ checked }) => checked)
  const label = radio?.labels?.[0]
  // A suit's number is part of its drawing, not its label.
  return radio?.ariaLabel ?? (label?.lastElementChild?.textContent || label?.textContent) ?? undefined
}
const preview = () => screen.getByRole('img', { name: 'Preview of your racing avatar' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isUnsaved = () => screen.queryByText('Not saved') !== null

describe('the avatar builder', () => {
  test('starts with the saved avatar, as leaderboards show it', async () => {
    openBuilder()
    expect(chosenLabel('Helmet')).toBe('Modern')
    expect(chosenLabel('Pattern')).toBe('Solid')
    expect(chosenLabel('Suit')).toBe('Racing')
    expect(chosenLabel('Visor')).toBe('Tinted')
    expect(screen.getByLabelText<HTMLInputElement>('Racing number').value).toBe('12')
    expect(preview().textContent).toBe('12')
    expect(preview().innerHTML).toContain('#b850ff')
    expect(await screen.findByText('118')).toBeTruthy()
    expect(screen.getByText('How you look on the board')).toBeTruthy()
    expect(isUnsaved()).toBe(false)
  })

  test('previews a choice at once and marks it as unsaved until it is saved', async () => {
    openBuilder()
    const before = preview().innerHTML
    choose('Helmet', 'Aero')
    expect(preview().innerHTML).not.toBe(before)
    expect(isUnsaved()).toBe(true)
    press('Save Avatar')
    expect(await screen.findByText('Racing Avatar Updated')).toBeTruthy()
    expect(server.saved).toEqual([expect.objectContaining({ ...worn, helmet: 'aero', team: 'Custom Team' })])
    expect(isUnsaved()).toBe(false)
    expect(chosenLabel('Helmet')).toBe('Aero')
  })

  test('resets to the saved avatar', () => {
    openBuilder()
    choose('Helmet', 'Retro')
    choose('Visor', 'Clear')
    press('Cancel')
    expect([chosenLabel('Helmet'), chosenLabel('Visor'), isUnsaved()]).toEqual(['Modern', 'Tinted', false])
  })

  test('counts a choice that was reverted by hand as saved', () => {
    openBuilder()
    choose('Helmet', 'Retro')
    choose('Helmet', 'Modern')
    expect(isUnsaved()).toBe(false)
  })

  test.each([
    ['refused', { isFailing: true }, 'Busy'],
    ['not reached', { isOffline: true }, 'We can’t reach the server. Nothing was saved.'],
  ])('keeps the choice when the server has %s, and shows an error', async (_, state, reason) => {
    openBuilder(state)
    choose('Helmet', 'Aero')
    press('Save Avatar')
    expect(await screen.findByText('Failed to update racing avatar. Please try again.')).toBeTruthy()
    expect(screen.getByText(reason)).toBeTruthy()
    expect([chosenLabel('Helmet'), isUnsaved()]).toEqual(['Aero', true])
  })

  test('follows changes saved elsewhere while nothing is changed here', async () => {
    const client = openBuilder()
    client.setQueryData(userQuery.queryKey, userReply({ avatarConfig: { helmet: 'retro' } }))
    await screen.findByRole('radio', { name: 'Retro', checked: true })
    choose('Helmet', 'Classic')
    client.setQueryData(userQuery.queryKey, userReply({ avatarConfig: { helmet: 'aero' } }))
    await screen.findByText('Not saved')
    expect(chosenLabel('Helmet')).toBe('Classic')
  })

  test('lets a user without an avatar save the default one', async () => {
    openBuilder({ user: userReply() })
    press('Save Avatar')
    await screen.findByText('Racing Avatar Updated')
    expect(server.saved[0]).toMatchObject({
      helmet: 'modern',
      suit: 'racing',
      pattern: 'solid',
      visor: 'tinted',
      number: '1',
    })
  })

  test('accepts a number of up to three characters', () => {
    openBuilder()
    const field = screen.getByPlaceholderText<HTMLInputElement>('1-999')
    expect(field.maxLength).toBe(3)
    fireEvent.change(field, { target: { value: '471' } })
    expect(preview().textContent).toBe('471')
  })
})

describe('avatar colours', () => {
  test('offers ten named swatches for helmet, primary, secondary and suit', () => {
    openBuilder()
    tab('Colors')
    const rows = ['Helmet colour', 'Primary colour', 'Secondary colour', 'Suit colour']
    for (const row of rows) expect(group(row).getAllByRole('radio')).toHaveLength(10)
    expect(rows.map(chosenLabel)).toEqual(['Purple', 'White', 'Yellow', 'Black'])
    choose('Suit colour', 'Teal')
    expect(preview().innerHTML).toContain('#19b7c9')
    expect(screen.getByText('#19B7C9')).toBeTruthy()
  })

  test('accepts any colour from the picker and then selects no swatch', () => {
    openBuilder()
    tab('Colors')
    fireEvent.input(screen.getByLabelText('Helmet colour, any other'), { target: { value: '#123456' } })
    expect(preview().innerHTML).toContain('#123456')
    expect(chosenLabel('Helmet colour')).toBeUndefined()
  })
})

describe('avatar presets', () => {
  test('offers twelve teams that set the colours of helmet and suit', async () => {
    openBuilder()
    tab('Teams')
    expect(group('Team').getAllByRole('radio')).toHaveLength(12)
    expect(chosenLabel('Team')).toBe('Custom Team')
    choose('Team', 'Redgum Racing')
    expect(chosenLabel('Team')).toBe('Redgum Racing')
    press('Save Avatar')
    await screen.findByText('Racing Avatar Updated')
    const colours = { helmetColor: '#8c2f1b', suitColor: '#8c2f1b', primaryColor: '#ffd326', secondaryColor: '#ffd326' }
    expect(server.saved).toEqual([expect.objectContaining({ ...colours, team: 'Redgum Racing', helmet: 'modern' })])
  })

  test('offers four legends that replace every setting', () => {
    openBuilder()
    tab('Legends')
    expect(group('Legend').getAllByRole('radio')).toHaveLength(4)
    expect(chosenLabel('Legend')).toBeUndefined()
    choose('Legend', 'Night Shift 1986')
    expect(chosenLabel('Legend')).toBe('Night Shift 1986')
    tab('Style')
    expect([chosenLabel('Helmet'), chosenLabel('Pattern'), chosenLabel('Suit')]).toEqual([
      'Full face',
      'Lightning',
      'Sponsor',
    ])
    expect(preview().textContent).toBe('86')
  })

  test('sets everything at random with Random Avatar', () => {
    openBuilder()
    press('Random Avatar')
    expect(preview().textContent).toBe('500')
    expect([chosenLabel('Helmet'), chosenLabel('Pattern'), chosenLabel('Suit'), chosenLabel('Visor')]).toEqual([
      'Aero',
      'Checkered',
      'Lightweight',
      'Clear',
    ])
  })
})
