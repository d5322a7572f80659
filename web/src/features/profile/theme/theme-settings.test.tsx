import { MantineProvider } from '@mantine/core'
import type { Theme, User } from '@purple-sector/contracts/identity/http'
import { userSchema } from '@purple-sector/contracts/identity/http'
import { userReply } from '@purple-sector/testing/replies'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../test/create-test-server.ts'
import { theme } from '../../../ui/theme/theme.ts'
import { userQuery } from '../../session/user-query.ts'
import { applyTheme } from './apply-theme.ts'
import { FIRST_COLOURS, PRESETS, RESET_COLOURS } from './presets.ts'
import { ThemeSettings } from './theme-settings.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

type ServerState = { theme: Theme | null; rejection?: Rejection }

const fakeServer = (state: ServerState) => {
  const saved: unknown[] = []
  const user = userReply({ theme: state.theme })
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (path === '/api/auth/user') return Response.json(user)
    if (state.rejection) return rejectionReply(state.rejection)
    const theme = JSON.parse(String(init.body))
    saved.push(theme)
    return Response.json(userSchema.parse({ ...user, theme: { custom: FIRST_COLOURS, ...theme } }))
  }
  return { fetch, saved }
}
const nothingChosen: ServerState = { theme: null }
const server = createTestServer(fakeServer, nothingChosen)
beforeEach(() => applyTheme(null))

const WithUser = ({ show: Show }: { show(props: { user: User }): React.ReactNode }) => {
  const { data } = useQuery(userQuery)
  return data ? <Show user={data} /> : null
}
const renderThemes = (renderContent: (props: { user: User }) => React.ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const view = render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={client}>
        <WithUser show={renderContent} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...view, client }
}
const settings = () => renderThemes(({ user }) => <ThemeSettings user={user} />)
const toggle = () => renderThemes(({ user }) => <ThemeToggle user={user} />)

const root = document.documentElement
const paintedIn = (name: string): string => root.style.getPropertyValue(`--theme-${name}`)
const slider = (name: string) => screen.findByRole('slider', { name })
const button = (name: string) => screen.findByRole('button', { name })
const mode = (name: string) => screen.findByRole('radio', { name })

describe('the theme settings', () => {
  test('previews a choice at once and marks it as unsaved', async () => {
    settings()
    fireEvent.click(await mode('Dark'))
    expect(root.dataset.mantineColorScheme).toBe('dark')
    expect(screen.getByText('Not saved')).toBeDefined()
    fireEvent.click(await button('Cancel'))
    expect(root.dataset.mantineColorScheme).toBe('light')
    expect(screen.queryByText('Not saved')).toBeNull()
  })

  test('restores the saved theme when the page is left', async () => {
    const { unmount } = settings()
    fireEvent.click(await button('Sky Racing'))
    expect(paintedIn('action')).not.toBe('')
    unmount()
    expect(paintedIn('action')).toBe('')
  })

  test("applies a preset's or Reset's colours in custom mode", async () => {
    settings()
    fireEvent.click(await button('Morning Track'))
    expect(await mode('Custom')).toHaveProperty('checked', true)
    expect((await button('Morning Track')).getAttribute('aria-pressed')).toBe('true')
    expect((await slider('Blue hue')).getAttribute('aria-valuenow')).toBe(String(PRESETS[2]?.custom.blueHue))
    fireEvent.click(await button('Reset'))
    fireEvent.click(await button('Save theme'))
    await waitFor(() => expect(server.saved).toEqual([{ mode: 'custom', custom: RESET_COLOURS }]))
    await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull())
  })

  test('moves a slider by keys within its range and announces its value', async () => {
    settings()
    const hue = await slider('Blue hue')
    const sliderValue = () => Number(hue.getAttribute('aria-valuenow'))
    for (const [key, value] of [
      ['ArrowRight', 221],
      ['ArrowUp', 222],
      ['ArrowLeft', 221],
      ['PageUp', 231],
      ['PageDown', 221],
      ['End', 360],
      ['PageUp', 360],
      ['Home', 0],
      ['ArrowDown', 0],
    ] as const) {
      fireEvent.keyDown(hue, { key })
      expect([key, sliderValue()]).toEqual([key, value])
    }
    expect(hue.getAttribute('aria-valuetext')).toBe('0 degrees')
    const lightness = await slider('Orange lightness')
    fireEvent.keyDown(lightness, { key: 'Home' })
    expect(lightness.getAttribute('aria-valuetext')).toBe('10 percent')
    expect(await mode('Custom')).toHaveProperty('checked', true)
  })

  test('replaces an unsaved choice by one made elsewhere', async () => {
    const { client } = settings()
    fireEvent.click(await mode('Dark'))
    client.setQueryData(userQuery.queryKey, userReply({ theme: { mode: 'light', custom: null } }))
    await waitFor(async () => expect(await mode('Light')).toHaveProperty('checked', true))
    expect(screen.queryByText('Not saved')).toBeNull()
  })

  test('keeps a choice that could not be saved', async () => {
    server.serve({ theme: null, rejection: { status: 503, code: 'UNAVAILABLE', message: 'Not now.' } })
    settings()
    fireEvent.click(await mode('Dark'))
    fireEvent.click(await button('Save theme'))
    await waitFor(async () => expect(await button('Save theme')).toHaveProperty('disabled', false))
    expect(await mode('Dark')).toHaveProperty('checked', true)
    expect(screen.getByText('Not saved')).toBeDefined()
  })
})

describe('the quick theme toggle', () => {
  test('cycles through light, dark and custom and saves each', async () => {
    toggle()
    for (const next of ['Light', 'Dark', 'Custom', 'Light']) {
      fireEvent.click(await screen.findByRole('button', { name: /^Theme/ }))
      await waitFor(async () => expect((await button(`Theme ${next}`)).getAttribute('aria-disabled')).toBeNull())
    }
    expect(server.saved).toEqual(['light', 'dark', 'custom', 'light'].map((mode) => ({ mode })))
  })

  test('reverts a choice that could not be saved', async () => {
    server.serve({
      theme: { mode: 'light', custom: null },
      rejection: { status: 503, code: 'UNAVAILABLE', message: 'No.' },
    })
    applyTheme({ mode: 'light', custom: null })
    toggle()
    fireEvent.click(await button('Theme Light'))
    expect(root.dataset.mantineColorScheme).toBe('dark')
    await button('Theme Light')
    await waitFor(() => expect(root.dataset.mantineColorScheme).toBe('light'))
  })
})
