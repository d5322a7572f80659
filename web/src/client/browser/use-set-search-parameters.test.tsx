import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useSetSearchParameters } from './use-set-search-parameters.ts'

const page = (address: string) =>
  renderHook(() => ({ choose: useSetSearchParameters(), search: useLocation().search }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  })

test('adds a choice to the address besides others, until it is removed', () => {
  const { result } = page('/admin?tab=results')
  act(() => result.current.choose({ action: 'result.withdrawn' }))
  expect(result.current.search).toBe('?tab=results&action=result.withdrawn')
  act(() => result.current.choose({ action: '' }))
  expect(result.current.search).toBe('?tab=results')
})

test('keeps a choice that is made before an earlier one has rendered', () => {
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
