import { MantineProvider } from '@mantine/core'
import { carReply } from '@purple-sector/testing/replies'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { theme } from '../../../ui/theme/theme.ts'
import { CarPicker } from './car-picker.tsx'

test('does not re-render options when the list is opened or an option is selected', async () => {
  const onPick = vi.fn()
  // Called for each rendered car.
  const zoneOf = vi.fn(() => undefined)
  const cars = [carReply({ id: 7 }), carReply({ id: 12, number: 12, driver: 'Elise Kinnear' })]
  render(
    <MantineProvider theme={theme}>
      <CarPicker
        category="Supercars"
        cars={cars}
        value={undefined}
        plateLook="hollow"
        isDisabled={false}
        isLocked={false}
        isPicked={false}
        zoneOf={zoneOf}
        onPick={onPick}
      />
    </MantineProvider>,
  )
  await screen.findAllByRole('option', { hidden: true })
  zoneOf.mockClear()
  const picker = screen.getByRole('button', { name: /^Car for Supercars/ })
  fireEvent.click(picker)
  await waitFor(() => expect(picker.dataset.expanded).toBe('true'))
  fireEvent.click(await screen.findByRole('option', { name: /Elise Kinnear/, hidden: true }))
  expect(onPick).toHaveBeenCalledExactlyOnceWith(12)
  expect(zoneOf).not.toHaveBeenCalled()
})
