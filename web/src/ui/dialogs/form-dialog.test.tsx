import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { theme } from '../theme/theme.ts'
import { FormDialog } from './form-dialog.tsx'

const Named = ({ onClose }: { onClose(): void }) => {
  const [name, setName] = useState('')
  return (
    <FormDialog
      isDirty={name !== ''}
      opened
      onClose={onClose}
      title="New"
      onSubmit={vi.fn()}
      isBusy={false}
      send="Create"
      busy="Creating..."
    >
      <input aria-label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
    </FormDialog>
  )
}

const renderFormDialog = async () => {
  const onClose = vi.fn()
  render(
    <MantineProvider theme={theme}>
      <Named onClose={onClose} />
    </MantineProvider>,
  )
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const type = () => {
    field.focus()
    fireEvent.change(field, { target: { value: 'Pit Wall' } })
  }
  const pressEscape = () => fireEvent.keyDown(document.activeElement ?? field, { key: 'Escape' })
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { onClose, field, type, pressEscape, click }
}

test('closes at once while nothing was entered', async () => {
  const { onClose, pressEscape } = await renderFormDialog()
  pressEscape()
  expect(onClose).toHaveBeenCalledOnce()
})

test('asks before it discards what was entered, and keeps it', async () => {
  const { onClose, field, type, pressEscape, click } = await renderFormDialog()
  type()
  pressEscape()
  expect(screen.getByRole('alert').textContent).toBe('Discard what you entered?')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep editing' }))
  click('Keep editing')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('Pit Wall')
  expect(onClose).not.toHaveBeenCalled()
})

test('keeps editing on a second Escape, and closes when it is discarded', async () => {
  const { onClose, type, pressEscape, click } = await renderFormDialog()
  type()
  pressEscape()
  pressEscape()
  expect(screen.queryByRole('alert')).toBeNull()
  click('Close')
  click('Discard')
  expect(onClose).toHaveBeenCalledOnce()
})

test('closes at once by Cancel', async () => {
  const { onClose, type, click } = await renderFormDialog()
  type()
  click('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
})
