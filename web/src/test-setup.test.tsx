import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

const inWords = /^Unable to find an element with the text: away[\s\S]*<body[\s\S]*here[\s\S]*<\/body>/

test('prints the page with an element that is not found', () => {
  render(<p>here</p>)
  expect(() => screen.getByText('away')).toThrow(inWords)
})

test('prints the page with an element that was waited for in vain', async () => {
  render(<p>here</p>)
  await expect(screen.findByText('away', undefined, { timeout: 60 })).rejects.toThrow(inWords)
})
