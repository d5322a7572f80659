import { groupReply, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type GroupsState, groupServer, openGroups } from '../../../../test/render-groups.tsx'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'

const server = groupServer()
const SUPER2 = 'Dunlop Super2 Series'
const start = '2026-11-21T03:20:00.000Z'
const races = [
  raceReply({ id: 1, name: 'Practice 1', sessionType: 'practice', track: 'Kingsway Street Circuit' }),
  raceReply({ id: 2, name: 'Race 1', track: 'Kingsway Street Circuit', scheduledStart: start }),
  raceReply({ id: 3, name: 'Race 2', track: 'Kingsway Street Circuit' }),
  raceReply({ id: 4, name: 'Race 1', track: 'Kingsway Short Circuit', category: SUPER2 }),
]
const weekends = [
  weekendReply({ status: 'live' }),
  weekendReply({ id: 2, name: 'Ironbark 400', startDate: '2026-12-04', endDate: '2026-12-06' }),
  weekendReply({ id: 3, name: 'Red Dust 250', startDate: '2026-06-04', endDate: '2026-06-06', status: 'completed' }),
]

const renderForm = (state: GroupsState) => {
  server.serve({ races, weekends, ...state })
  return openGroups({ weekends, ...state })
}
const dialog = (name: string) => screen.findByRole('dialog', { name })
const create = async (state: GroupsState = {}) => {
  const client = renderForm({ groups: [groupReply()], ...state })
  fireEvent.click(await screen.findByRole('button', { name: 'Create Group' }))
  const form = within(await dialog('Create New Group'))
  await form.findByText('Kingsway Street Circuit')
  return { form, client }
}
const edit = async (group = groupReply({ isAdmin: true, selectedRaceIds: [2] })) => {
  renderForm({ groups: [group] })
  await screen.findByText(/50\/25\/15|25\/18\/15/)
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit Group' }))
  const form = within(await dialog('Edit Group'))
  await form.findByText('Kingsway Street Circuit')
  return form
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const points = () => screen.getAllByRole<HTMLInputElement>('spinbutton').map(({ value }) => value)

describe('creating a group', () => {
  test('shows the five switches with their descriptions and sends the form as filled in', async () => {
    const { form } = await create()
    expect(form.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)).toEqual(Array(6).fill(false))
    for (const meaning of [
      'Only invited members can join.',
      'Invited members are approved without admin approval.',
      'Member points are hidden on the leaderboard until approval.',
      'Members cannot accumulate points until approved.',
      'Tips cannot change once the first event of the weekend starts.',
    ])
      expect(form.getByText(meaning)).toBeTruthy()
    type(form.getByLabelText('Group name'), 'Grandstand C')
    fireEvent.click(form.getByRole('switch', { name: 'Private' }))
    fireEvent.click(form.getByRole('checkbox', { name: /^Race 2/ }))
    server.answers.push(groupReply({ name: 'Grandstand C' }))
    fireEvent.click(form.getByRole('button', { name: 'Create Group' }))
    expect(await screen.findByText('Group Created')).toBeTruthy()
    expect(server.sent).toMatchObject([
      { method: 'POST', path: '/api/groups', body: { name: 'Grandstand C', isPrivate: true, selectedRaceIds: [3] } },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('offers races by track, category and time, without practice and past weekends', async () => {
    const { form } = await create()
    expect(form.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.labels?.[0]?.textContent)).toEqual([
      'Race 1Sat 1:50 pm',
      'Race 2TBD',
      'Race 1TBD',
    ])
    expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Southern Cross 500',
      'Ironbark 400',
    ])
    expect(form.getByText('All 3 races in 2 categories')).toBeTruthy()
    fireEvent.click(form.getByRole('button', { name: 'Select all of Repco Supercars Championship' }))
    expect(form.getByText('2 races in 1 category')).toBeTruthy()
    fireEvent.click(form.getByRole('button', { name: 'Clear Repco Supercars Championship' }))
    expect(form.getByText('none selected = all races')).toBeTruthy()
  })

  test('rejects an empty name beside the field and focuses it', async () => {
    const { form } = await create()
    fireEvent.click(form.getByRole('button', { name: 'Create Group' }))
    expect(form.getByText('Group name is required')).toBeTruthy()
    expect(document.activeElement).toBe(form.getByLabelText('Group name'))
    expect(server.sent).toEqual([])
  })

  test('switches to another weekend when that becomes active', async () => {
    const { form, client } = await create()
    fireEvent.click(form.getByRole('checkbox', { name: /^Race 2/ }))
    const [first, second, third] = weekends
    if (!first || !second || !third) throw new Error('There are three weekends')
    act(() => {
      client.setQueryData(weekendsQuery.queryKey, [
        { ...first, status: 'inactive' as const },
        { ...second, status: 'live' as const },
        third,
      ])
    })
    await waitFor(() => expect(form.getByLabelText<HTMLSelectElement>('Race weekend').value).toBe('2'))
    expect(await form.findByText('All 3 races in 2 categories')).toBeTruthy()
  })

  test('shows a server error at the field that caused it', async () => {
    const { form } = await create()
    type(form.getByLabelText('Group name'), 'Grandstand C')
    server.rejections.push({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'Please check the form.',
      issues: [{ path: 'name', message: 'This name is not for groups' }],
    })
    fireEvent.click(form.getByRole('button', { name: 'Create Group' }))
    expect(await form.findByText('This name is not for groups')).toBeTruthy()
    expect(await screen.findByText('Please check the form.')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
  })
})

describe('custom points', () => {
  test('waits with custom points for the races to load', async () => {
    const { form } = await create()
    fireEvent.click(form.getByRole('switch', { name: 'Custom points' }))
    expect(form.getByText('Please select races first to configure category-specific points')).toBeTruthy()
  })

  test('starts custom points at the standard, changes them with a preset, and resets them', async () => {
    const { form } = await create()
    fireEvent.click(form.getByRole('switch', { name: 'Custom points' }))
    fireEvent.click(form.getByRole('button', { name: 'Select all of Repco Supercars Championship' }))
    fireEvent.click(form.getByRole('button', { name: `Select all of ${SUPER2}` }))
    expect(points()).toEqual(['25', '18', '15', '25', '18', '15'])
    fireEvent.click(form.getByRole('button', { name: 'Endurance (Bathurst/The Bend)' }))
    expect(points()).toEqual(['300', '240', '198', '150', '120', '99'])
    expect(form.getByRole('button', { name: /^Endurance/ }).getAttribute('aria-pressed')).toBe('true')
    expect(form.getByText(/Custom points apply only to this group/)).toBeTruthy()
    fireEvent.click(form.getByRole('button', { name: `Clear ${SUPER2}` }))
    expect(points()).toEqual(['300', '240', '198'])
    fireEvent.click(form.getByRole('button', { name: 'Reset to Default (25/18/15)' }))
    expect(points()).toEqual(['25', '18', '15'])
  })

  test('accepts custom points from 1 to 100, and the standard for empty ones', async () => {
    const { form } = await create()
    type(form.getByLabelText('Group name'), 'Grandstand C')
    fireEvent.click(form.getByRole('switch', { name: 'Custom points' }))
    fireEvent.click(form.getByRole('checkbox', { name: /^Race 2/ }))
    const first = form.getByRole('spinbutton', { name: 'Repco Supercars Championship, 1st' })
    type(first, '101')
    fireEvent.click(form.getByRole('button', { name: 'Create Group' }))
    expect(form.getByText('Points are whole numbers from 1 to 100')).toBeTruthy()
    type(first, '')
    fireEvent.blur(first)
    expect(points()).toEqual(['25', '18', '15'])
    type(first, '100')
    fireEvent.click(form.getByRole('button', { name: 'Create Group' }))
    expect(await screen.findByText('Group Created')).toBeTruthy()
    expect(server.sent).toMatchObject([
      { body: { customPointSystem: { 1: { first: 100, second: 18, third: 15 } }, useCustomPointSystem: true } },
    ])
  })
})

describe('editing a group', () => {
  test('warns that new rules apply to open races and sends only the changes', async () => {
    const form = await edit()
    type(form.getByLabelText('Group name'), 'Pundits')
    expect(form.queryByText(/Changes apply/)).toBeNull()
    fireEvent.click(form.getByRole('switch', { name: 'Lock Tips After First Event' }))
    expect(form.getByText(/Changes apply to sessions that are still open/)).toBeTruthy()
    server.answers.push(groupReply({ name: 'Pundits' }))
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Group Updated')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'PATCH', path: '/api/groups/1' }])
    expect(server.sent[0]?.body).toEqual({ name: 'Pundits', lockTipsAfterFirstEvent: true })
  })

  test('shows beside the field that the weekend is fixed once tips exist', async () => {
    const form = await edit()
    type(form.getByLabelText('Race weekend'), '2')
    const message = 'Tips were handed in already: the weekend stays.'
    server.rejections.push({ status: 409, code: 'GROUP_STARTED', message })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByRole('alert').textContent).toBe(message))
    expect(form.getByLabelText('Race weekend').getAttribute('aria-invalid')).toBe('true')
    expect(server.sent[0]?.body).toEqual({ weekendId: 2, selectedRaceIds: [] })
  })

  test('continues with the season by the rules that the admin sets', async () => {
    const { form } = await create({ weekends: [weekendReply({ status: 'live', seasonId: 3 })] })
    type(form.getByLabelText('Group name'), 'All year')
    expect(form.queryByLabelText('Best rounds that count')).toBeNull()
    fireEvent.click(form.getByRole('switch', { name: 'All season' }))
    expect(form.getByText('This group continues with every weekend of the season.')).toBeTruthy()
    type(form.getByLabelText('Best rounds that count'), '9')
    type(form.getByLabelText('Rounds before a member joined'), 'missed')
    fireEvent.click(form.getByRole('button', { name: 'Create Group' }))
    await waitFor(() => expect(server.sent).toHaveLength(1))
    const sent = server.sent[0]?.body
    expect(sent).toMatchObject({ allSeason: true, countBest: 9, lateJoiners: 'missed' })
    expect(sent).not.toHaveProperty('missedWeekend')
  })

  test('of a weekend without a season has no switch for it', async () => {
    const { form } = await create()
    expect(form.queryByRole('switch', { name: 'All season' })).toBeNull()
  })

  test('selects the sessions of any weekend of a season group, and clears its best rounds', async () => {
    const rules = { seasonId: 3, countBest: 4, missedWeekend: 'zero', lateJoiners: 'none' } as const
    const group = groupReply({
      ...{ isAdmin: true, selectedRaceIds: [2], allSeason: true, ...rules },
      weekends: [
        { weekendId: 1, selectedRaceIds: [2] },
        { weekendId: 3, selectedRaceIds: [7] },
      ],
    })
    const form = await edit(group)
    const options = within(form.getByLabelText('Race weekend')).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ value }) => value)).toEqual(['1', '3'])
    type(form.getByLabelText('Best rounds that count'), '')
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]?.body).toEqual({ countBest: null })
  })

  test('offers neither weekend nor races of a season group that waits for its next round', async () => {
    const rules = { allSeason: true, seasonId: 3, countBest: 4, missedWeekend: 'zero', lateJoiners: 'none' } as const
    const group = groupReply({ isAdmin: true, selectedRaceIds: [], weekendId: null, weekends: [], ...rules })
    renderForm({ groups: [group] })
    fireEvent.click(await screen.findByRole('button', { name: 'Settings' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit Group' }))
    const form = within(await dialog('Edit Group'))
    expect(await form.findByText('Waiting for the next round')).toBeTruthy()
    expect(form.queryByLabelText('Race weekend')).toBeNull()
    type(form.getByLabelText('Group name'), 'Grandstand D')
    server.answers.push(groupReply({ name: 'Grandstand D' }))
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.sent).toMatchObject([{ body: { name: 'Grandstand D' } }]))
  })

  test('waits for the categories, by which custom points are keyed', async () => {
    const customPoints = { 'Repco Supercars Championship': { first: 150, second: 120, third: 99 } }
    const group = groupReply({
      isAdmin: true,
      selectedRaceIds: [2],
      useCustomPointSystem: true,
      customPointSystem: customPoints,
    })
    server.serve({ races, weekends, groups: [group] })
    server.failing.add('/api/categories')
    openGroups({ weekends })
    fireEvent.click(await screen.findByRole('button', { name: 'Settings' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit Group' }))
    const form = within(await dialog('Edit Group'))
    expect(await form.findByText('Couldn’t load the categories')).toBeTruthy()
    server.failing.clear()
    fireEvent.click(form.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Kingsway Street Circuit')
    expect(points()).toEqual(['150', '120', '99'])
  })

  test('closes without a request when nothing changed', async () => {
    const form = await edit()
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.sent).toEqual([])
  })
})
