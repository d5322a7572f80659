import { MantineProvider, Switch } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

test('the description and the error of a switch describe it and are no part of its name', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <Switch label="Active" description="Show the weekend to fans." error="Another weekend is live." />
    </MantineProvider>,
  )
  const description = 'Show the weekend to fans. Another weekend is live.'
  expect(screen.getByRole('switch', { name: 'Active', description })).toBeTruthy()
})
