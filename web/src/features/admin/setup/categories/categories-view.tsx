import { Button, Text } from '@mantine/core'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { categoriesQuery } from '../../../weekend-data/api/category-queries.ts'
import { tabAddress } from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { useDialogSubject } from '../../base/components/use-dialog-subject.ts'
import { CategoryDialog, type CategoryTask } from './category-dialog.tsx'
import { moved } from './category-form.ts'
import { useMoveCategory, useUpdateCategory } from './category-mutations.ts'
import { CategoryRow } from './category-row.tsx'
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'

type Move = { id: number; by: -1 | 1 }

/** Returns the pressed button; at either end, where it is disabled, the opposite one. */
const buttonOf = (list: HTMLElement, { id, by }: Move): HTMLButtonElement | null => {
  const button = (action: string) =>
    list.querySelector<HTMLButtonElement>(`[data-category="${id}"] [data-action="${action}"]:not(:disabled)`)
  const [pressed, fallback] = by < 0 ? ['Move up', 'Move down'] : ['Move down', 'Move up']
  return button(pressed) ?? button(fallback)
}

/** Moves categories up and down, keeps the focus, and announces the new position. */
const useMoves = (categories: readonly Category[]) => {
  const client = useQueryClient()
  const move = useMoveCategory()
  const list = useRef<HTMLUListElement>(null)
  const last = useRef<Move | undefined>(undefined)
  const [announcement, announce] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: queried as soon as the list is in its new order
  useLayoutEffect(() => {
    if (list.current && last.current) buttonOf(list.current, last.current)?.focus()
    last.current = undefined
  }, [categories])
  const step = ({ id, name }: Category, by: -1 | 1) => {
    const to = categories.findIndex((category) => category.id === id) + by
    // Concurrent requests could be applied in another order.
    if (move.isPending || to < 0 || to >= categories.length) return
    last.current = { id, by }
    client.setQueryData(categoriesQuery.queryKey, moved(categories, id, to))
    announce(`${name}, ${to + 1} of ${categories.length}`)
    move.mutate({ id, to })
  }
  return { list, announcement, step }
}

const List = ({
  categories,
  onEdit,
  onDelete,
}: {
  categories: Category[]
  onEdit(category: Category): void
  onDelete(category: Category): void
}) => {
  const { list, announcement, step } = useMoves(categories)
  const update = useUpdateCategory()
  return (
    <>
      <ul ref={list} className="ps-lined" aria-label="Categories">
        {categories.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            isFirst={index === 0}
            isLast={index === categories.length - 1}
            onEdit={() => onEdit(category)}
            onMove={(by) => step(category, by)}
            onArchive={() => update.mutate({ category, body: { archived: !category.archived } })}
            onDelete={() => onDelete(category)}
          />
        ))}
      </ul>
      <p className="ps-hidden" aria-live="polite">
        {announcement}
      </p>
    </>
  )
}

/** Category management: add, rename, reorder, archive and delete, in the order every list uses. */
export const CategoriesView = () => {
  const categories = useQuery(categoriesQuery)
  const task = useDialogSubject<CategoryTask>()
  const deletion = useDialogSubject<Category>()
  const inOrder = useMemo(() => categories.data?.toSorted((a, b) => a.order - b.order), [categories.data])
  return (
    <>
      <SetupHead
        title="Categories"
        text="Every list uses this order. Categories are the same for all weekends."
        end={
          <>
            <Button
              component={Link}
              to={tabAddress('races')}
              variant="outline"
              leftSection={<Icon icon={IconArrowLeft} size={16} />}
            >
              Races
            </Button>
            <Button leftSection={<Icon icon={IconPlus} size={16} />} onClick={() => task.open({ kind: 'create' })}>
              Add category
            </Button>
          </>
        }
      />
      <Panel single flush>
        {inOrder === undefined ? (
          categories.isError ? (
            <QueryError title="Couldn’t load the categories" query={categories} />
          ) : (
            <ListLoading title="Loading the categories..." />
          )
        ) : inOrder.length === 0 ? (
          <EmptyState title="No categories yet" text="Add the first one. Every race and car belongs to a category." />
        ) : (
          <List
            categories={inOrder}
            onEdit={(category) => task.open({ kind: 'edit', category })}
            onDelete={deletion.open}
          />
        )}
      </Panel>
      <Text variant="note" mt={10} px={{ base: 16, sm: 0 }}>
        Archived categories aren’t offered for anything new, but stay wherever they’re in use.
      </Text>
      {task.subject && <CategoryDialog key={task.key} task={task.subject} opened={task.opened} onClose={task.close} />}
      {deletion.subject && (
        <DeleteCategoryDialog
          key={`delete-${deletion.key}`}
          category={deletion.subject}
          opened={deletion.opened}
          onClose={deletion.close}
        />
      )}
    </>
  )
}
