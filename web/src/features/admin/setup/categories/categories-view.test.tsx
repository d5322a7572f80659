import { categoryReply, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { receiveFrame } from '../../../../../test/receive-frame.ts'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const supercars = categoryReply()
const super2 = categoryReply({ id: 3, name: 'Dunlop Super2 Series', shortName: 'Super2', aliases: [], order: 2 })
const heritage = categoryReply({ id: 4, name: 'Heritage Touring Cars', aliases: [], order: 3, archived: true })
const weekend = weekendReply({ id: 1 })
const race = raceReply({ id: 5, categoryId: 3, category: super2.name })
const state = { weekends: [weekend], races: [race], categories: [supercars, super2, heritage] }
const server = setupServer(state)

const VIEW = '?tab=races&view=categories'
const names = () =>
  screen.getAllByRole('listitem').flatMap((item) => within(item).queryAllByText(/./, { selector: 'b' }))
const visible = () => names().map(({ textContent }) => textContent)

describe('category management', () => {
  test('links the races to category management, even without a weekend', async () => {
    openSetup('?tab=races', { weekends: [] })
    fireEvent.click(await screen.findByRole('link', { name: 'Categories' }))
    expect(await screen.findByRole('heading', { name: 'Categories' })).toBeTruthy()
    await waitFor(() => expect(visible()).toEqual([supercars.name, super2.name, heritage.name]))
    expect(screen.getByText('Main')).toBeTruthy()
    expect(screen.getByText('Archived')).toBeTruthy()
  })

  test('adds a category', async () => {
    openSetup(VIEW, state)
    await click('Add category')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Supercheap TCR' } })
    server.answers.push(categoryReply({ id: 9, name: 'Supercheap TCR', order: 4 }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add category' }))
    expect(await screen.findByText('Category created')).toBeTruthy()
    expect(server.sent[0]).toMatchObject({ path: '/api/admin/categories', body: { name: 'Supercheap TCR' } })
  })

  test('shows beside the field that a name has been taken meanwhile', async () => {
    const message = '“Super2 Series” means Gold Series already.'
    server.rejections.push({ status: 409, code: 'CATEGORY_NAME_TAKEN', message })
    openSetup(VIEW, state)
    await click(`Edit ${super2.name}`)
    const dialog = await screen.findByRole('dialog')
    const field = within(dialog).getByLabelText('Name')
    fireEvent.change(field, { target: { value: 'Super2 Series' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(within(dialog).getByText(message)).toBeTruthy()
  })

  test('moves a category by its buttons and keeps the focus', async () => {
    openSetup(VIEW, state)
    await screen.findByText(super2.name)
    const first = { ...super2, order: 1 }
    server.serve({ ...state, categories: [{ ...supercars, order: 2 }, first, heritage] })
    server.answers.push(first)
    await click(`Move up ${super2.name}`)
    await waitFor(() => {
      expect(visible()).toEqual([super2.name, supercars.name, heritage.name])
      expect(document.activeElement).toBe(screen.getByRole('button', { name: `Move down ${super2.name}` }))
    })
    expect(screen.getByText(`${super2.name}, 1 of 3`)).toBeTruthy()
    await waitFor(() => expect(server.sent[0]).toMatchObject({ path: '/api/admin/categories/3', body: { order: 1 } }))
  })

  test('offers to archive a category with sessions instead of deleting it', async () => {
    const message = `${super2.name} has sessions or cars. Archive it instead.`
    server.rejections.push({ status: 409, code: 'HAS_SESSIONS', message })
    openSetup(VIEW, state)
    await click(`Delete ${super2.name}`)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete category' }))
    expect(await screen.findByText(message)).toBeTruthy()
    server.answers.push({ ...super2, archived: true })
    await click('Archive category')
    expect(await screen.findByText('Category archived')).toBeTruthy()
    expect(server.sent[1]).toMatchObject({ path: '/api/admin/categories/3', body: { archived: true } })
  })

  test('allows neither archiving nor deleting the main category', async () => {
    openSetup(VIEW, state)
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: `Delete ${supercars.name}` })).disabled).toBe(
      true,
    )
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `Archive ${supercars.name}` }).disabled).toBe(true)
  })
})

test('applies a rename by another administrator to an open list of races', async () => {
  const client = openSetup('?tab=races', state)
  expect(await screen.findByRole('region', { name: super2.name })).toBeTruthy()
  const categories = [supercars, { ...super2, name: 'Super2 Series' }]
  act(() => receiveFrame(client, { type: 'categories_updated', data: { categories }, epoch: 'e' }))
  expect(await screen.findByRole('region', { name: 'Super2 Series' })).toBeTruthy()
  expect(screen.queryByText(super2.name)).toBeNull()
})

test('does not offer an archived category for a new session', async () => {
  openSetup('?tab=races', state)
  await click('Create Session')
  const options = within(await screen.findByRole('region', { name: 'Create Session' })).getByLabelText('Category')
  await waitFor(() => expect(within(options).queryByText(super2.name)).toBeTruthy())
  expect(within(options).queryByText(heritage.name)).toBeNull()
})
