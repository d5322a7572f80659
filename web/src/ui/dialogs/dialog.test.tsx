import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { theme } from '../theme/theme.ts'
import { Dialog } from './dialog.tsx'

/** A dialog whose script loads after the menu that opened it is gone, with the focus of its entry. */
const SlowDialog = () => {
  const [step, setStep] = useState<'menu' | 'loading' | 'open' | 'closed'>('menu')
  return (
    <>
      <h1>Groups</h1>
      <button type="button" id="settings" onClick={() => setStep('open')}>
        Settings
      </button>
      {step === 'menu' && (
        <div role="menu" aria-labelledby="settings">
          <button type="button" role="menuitem" onClick={() => setStep('loading')}>
            Edit Group
          </button>
        </div>
      )}
      {step === 'open' && <Dialog opened onClose={() => setStep('closed')} title="Edit Group" />}
      {step === 'loading' && (
        <button type="button" onClick={() => setStep('open')}>
          Loaded
        </button>
      )}
    </>
  )
}

test('a dialog that opens after its menu has gone returns the focus to the button of the menu', async () => {
  render(
    <MantineProvider theme={theme}>
      <SlowDialog />
    </MantineProvider>,
  )
  const entry = screen.getByRole('menuitem', { name: 'Edit Group' })
  entry.focus()
  fireEvent.click(entry)
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Loaded' }))
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Edit Group' }), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' })))
})
