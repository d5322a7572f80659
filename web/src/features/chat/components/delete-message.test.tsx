import type { Message } from '@purple-sector/contracts/chat/http'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { dialogServer, renderDialog } from '../../../../test/render-dialog.tsx'
import { DeleteMessage, type Moderator } from './delete-message.tsx'

const server = dialogServer()
const noChange = { firstName: null, lastName: null, trackStatus: null, chatStatus: null, avatarConfig: null }
const message: Message = {
  ...{ id: 11, weekendId: 1, groupId: null, userId: 'throttle', userName: 'throttle_jockey', sentAs: null },
  ...{ message: 'absolute donkeys', createdAt: '2026-11-21T05:20:00.000Z' },
  user: { ...noChange, username: 'throttle_jockey' },
}
const inGroup: Message = { ...message, weekendId: null, groupId: 7 }

const onDeleted = vi.fn()
const Row = ({ of, moderator }: { of: Message; moderator: Moderator }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Trash
      </button>
      {isOpen && (
        <DeleteMessage message={of} moderator={moderator} onCancel={() => setOpen(false)} onDeleted={onDeleted} />
      )}
    </>
  )
}
const renderRow = (of = message, moderator: Moderator = 'administrator') => {
  onDeleted.mockClear()
  renderDialog(<Row of={of} moderator={moderator} />)
  const trash = screen.getByRole('button', { name: 'Trash' })
  trash.focus()
  fireEvent.click(trash)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const write = (value: string) => fireEvent.change(reason(), { target: { value } })
const deleteButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete message' })

describe('deleting a message of another user', () => {
  test('shows a form for the reason below the message and sends nothing without one', () => {
    renderRow()
    expect(document.activeElement).toBe(reason())
    expect(screen.getByText('0 / 500')).toBeTruthy()
    write('   ')
    expect(deleteButton().disabled).toBe(true)
    fireEvent.submit(screen.getByRole('form', { name: 'Delete message' }))
    expect(server.sent).toEqual([])
  })

  test('sends the reason of a chip and confirms the deletion', async () => {
    server.replies['DELETE /api/admin/chat/weekend/11'] = new Response(null, { status: 204 })
    renderRow()
    press('Insult')
    expect([reason().value, document.activeElement]).toEqual(['Insults other fans.', reason()])
    expect(screen.getByText('19 / 500')).toBeTruthy()
    fireEvent.click(deleteButton())
    expect(await screen.findByText('Message deleted successfully')).toBeTruthy()
    expect(onDeleted).toHaveBeenCalledOnce()
    expect(server.sent).toEqual([
      { method: 'DELETE', path: '/api/admin/chat/weekend/11', body: { reason: 'Insults other fans.' } },
    ])
  })

  test.each([
    ['administrator', '/api/admin/chat/group/11'],
    ['group admin', '/api/groups/7/chat/11'],
  ] as const)('uses the endpoint that records the reason when deleting as %s of a group', async (by, path) => {
    server.replies[`DELETE ${path}`] = new Response(null, { status: 204 })
    renderRow(inGroup, by)
    write('  Off topic ')
    fireEvent.click(deleteButton())
    await waitFor(() => expect(server.sent).toEqual([{ method: 'DELETE', path, body: { reason: 'Off topic' } }]))
  })

  test('keeps the reason and shows an error when the request fails', async () => {
    server.replies['DELETE /api/admin/chat/weekend/11'] = 503
    renderRow()
    write('Spam')
    fireEvent.click(deleteButton())
    expect(await screen.findByText('Failed to delete message')).toBeTruthy()
    expect([reason().value, deleteButton().disabled]).toEqual(['Spam', false])
    expect(onDeleted).not.toHaveBeenCalled()
  })

  test.each([
    ['Cancel', () => press('Cancel')],
    ['Escape', () => fireEvent.keyDown(reason(), { key: 'Escape' })],
  ])('cancels the deletion on %s and restores the focus', (_, cancelBy) => {
    renderRow()
    write('Spam')
    cancelBy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Trash' }))
    expect(server.sent).toEqual([])
  })
})
