import { groupReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { groupServer, openGroups } from '../../../../test/render-groups.tsx'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { qrCodeOf } from './qr-code.ts'

vi.mock('./qr-code.ts', async (original) => {
  const { qrCodeOf } = await original<typeof import('./qr-code.ts')>()
  return { qrCodeOf: vi.fn(qrCodeOf) }
})

const LINK = `${window.location.origin}/groups/join/mJ3nQ8yWc2LxTz5K`
const MESSAGE = `Join our racing tip group on Purple Sector and compete with friends: ${LINK}`

const server = groupServer()
const clipboard = { writeText: vi.fn(async (_text: string) => {}) }
const openWindow = vi.spyOn(window, 'open')

beforeEach(() => {
  clipboard.writeText.mockReset()
  openWindow.mockReset().mockReturnValue(null)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard }))
})
afterEach(() => toasts.clear())

const share = async () => {
  server.serve({ groups: [groupReply({ name: 'Gate 9 Regulars', memberCount: 32 })] })
  openGroups()
  fireEvent.click(await screen.findByRole('button', { name: 'Share Group' }))
}
const openShareDialog = async () => {
  await share()
  return within(await screen.findByRole('dialog', { name: 'Share Group Invitation' }))
}
const noClipboard = () => clipboard.writeText.mockRejectedValue(new Error('Not allowed'))

describe('the QR code', () => {
  test('shows a placeholder while it is rendered, then the code', async () => {
    await share()
    // The placeholder is visible for 300 ms: query it first, as finding the dialog by name is slow.
    await screen.findByRole('status', { name: 'Making the QR code...' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Group Invitation' }))
    expect(dialog.getByText('Scan to Join')).toBeTruthy()
    expect(dialog.getByText('Gate 9 Regulars · 32 members')).toBeTruthy()
    const code = await dialog.findByRole('img', { name: 'QR code of the invite link' })
    expect(code.querySelector('path')?.getAttribute('d')).toBe(qrCodeOf(LINK).path)
    expect(dialog.getByText('Ready')).toBeTruthy()
    expect(dialog.queryByRole('status', { name: 'Making the QR code...' })).toBeNull()
  })

  test('omits the QR code when rendering fails, and keeps the link', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.mocked(qrCodeOf).mockImplementationOnce(() => {
      throw new Error('The amount of data is too big')
    })
    const dialog = await openShareDialog()
    await vi.waitFor(() => expect(dialog.queryByText('Scan to Join')).toBeNull())
    expect(logged).toHaveBeenCalledWith('The QR code was not drawn', expect.any(Error))
    expect(dialog.queryByRole('img')).toBeNull()
    expect(toasts.current()).toBeUndefined()
    expect(dialog.getByLabelText<HTMLInputElement>('Invite link').value).toBe(LINK)
    logged.mockRestore()
  })
})

describe('sharing a group', () => {
  test('copies the link', async () => {
    const dialog = await openShareDialog()
    fireEvent.click(dialog.getByRole('button', { name: 'Copy Link' }))
    expect(await screen.findByText('Link copied!')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Copied' })).toBeTruthy()
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith(LINK)
    expect(openWindow).not.toHaveBeenCalled()
  })

  test('confirms what was copied last, also on its button', async () => {
    const dialog = await openShareDialog()
    fireEvent.click(dialog.getByRole('button', { name: 'Facebook' }))
    await vi.waitFor(() => expect(openWindow).toHaveBeenCalledOnce())
    fireEvent.click(dialog.getByRole('button', { name: 'Copy Link' }))
    await vi.waitFor(() => expect(toasts.queue().shown?.toast.title).toBe('Link copied!'))
    expect(toasts.queue().waiting).toEqual([])
    expect(dialog.getByRole('button', { name: 'Facebook' })).toBeTruthy()
    expect(dialog.getAllByRole('button', { name: 'Copied' })).toHaveLength(1)
  })

  test.each([
    ['Facebook', 'Facebook message copied!', /^https:\/\/www\.facebook\.com\//],
    ['Snapchat', 'Snapchat message copied!', /^https:\/\/www\.snapchat\.com\//],
  ])('copies the message and opens the network for %s', async (network, title, address) => {
    const dialog = await openShareDialog()
    fireEvent.click(dialog.getByRole('button', { name: network }))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith(MESSAGE)
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(address), '_blank', 'noopener,noreferrer')
  })

  test('passes the message in the URL for X', async () => {
    const dialog = await openShareDialog()
    const link = dialog.getByRole('link', { name: 'X (Twitter)' })
    expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toBe(MESSAGE)
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  test.each(['Facebook', 'Snapchat'])('opens a window with the message for %s without a clipboard', async (network) => {
    noClipboard()
    const popupDocument = document.implementation.createHTMLDocument()
    openWindow.mockReturnValue({ document: popupDocument } as unknown as Window)
    const dialog = await openShareDialog()
    fireEvent.click(dialog.getByRole('button', { name: network }))
    await vi.waitFor(() => expect(popupDocument.querySelector('textarea')?.value).toBe(MESSAGE))
    expect(popupDocument.title).toBe('Copy this text')
    expect(openWindow).toHaveBeenCalledOnce()
    expect(toasts.current()).toBeUndefined()
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  test('shows the message to copy by hand when pop-ups are blocked too', async () => {
    noClipboard()
    const dialog = await openShareDialog()
    fireEvent.click(dialog.getByRole('button', { name: 'Facebook' }))
    const byHand = await dialog.findByLabelText<HTMLTextAreaElement>('Your browser couldn’t copy it. Copy this text:')
    expect(byHand.value).toBe(MESSAGE)
    clipboard.writeText.mockResolvedValue()
    fireEvent.click(dialog.getByRole('button', { name: 'Copy Link' }))
    expect(await screen.findByText('Link copied!')).toBeTruthy()
    expect(dialog.queryByRole('alert')).toBeNull()
  })
})
