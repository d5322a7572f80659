import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useAddressChoice } from './use-address-choice.ts'

const page = (address: string) =>
  renderHook(() => ({ choose: useAddressChoice(), search: useLocation().search }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  })

test('a choice stands in the address beside what was there, until it is taken back', () => {
  const { result } = page('/admin?tab=results')
  act(() => result.current.choose({ action: 'result.withdrawn' }))
  expect(result.current.search).toBe('?tab=results&action=result.withdrawn')
  act(() => result.current.choose({ action: '' }))
  expect(result.current.search).toBe('?tab=results')
})

test('one that follows before the first is drawn does not undo it', () => {
  const { result } = page('/admin?tab=results')
  const { choose } = result.current
  act(() => {
    choose({ action: 'result.withdrawn' })
    choose({ subjectId: '89' })
  })
  expect(result.current.search).toBe('?tab=results&action=result.withdrawn&subjectId=89')
  act(() => result.current.choose({ subjectId: '' }))
  expect(result.current.search).toBe('?tab=results&action=result.withdrawn')
})
