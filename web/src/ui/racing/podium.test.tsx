import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Podium, type PodiumStep } from './podium.tsx'

const step = (name: string, overrides: Partial<PodiumStep> = {}) => ({
  key: name,
  name,
  points: 50,
  avatar: null,
  ...overrides,
})
const describeSteps = (steps: PodiumStep[]) => {
  render(<Podium steps={steps} vacant="No one yet" />, { wrapper: MantineProvider })
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('a podium has three places, whoever is on them', () => {
  expect(describeSteps([step('mae')])).toEqual(['mae150', 'No one yet2', 'No one yet3'])
})

test('a podium shows two who share a place together on it', () => {
  const level = { position: 1, shared: true }
  expect(describeSteps([step('mae', level), step('ann', level)])).toEqual(['mae=150', 'ann=150', 'No one yet3'])
})
