import type { Category } from '@purple-sector/contracts/weekends/http'
import { reasonOf } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { isInUse, useDeleteCategory, useUpdateCategory } from './category-mutations.ts'

type Props = { category: Category; opened: boolean; onClose(): void }

/** Asks before a category goes; one that has sessions or cars stays, and may be archived instead. */
export const DeleteCategoryDialog = ({ category, opened, onClose }: Props) => {
  const remove = useDeleteCategory()
  const update = useUpdateCategory()
  const stays = isInUse(remove.error)
  if (stays)
    return (
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        onConfirm={() => update.mutate({ category, body: { archived: true } }, { onSuccess: onClose })}
        title={`${category.name} cannot be deleted`}
        text={reasonOf(remove.error)}
        confirm={update.isPending ? 'Archiving...' : 'Archive category'}
        destructive={false}
        busy={update.isPending}
        disabled={category.archived}
      >
        <p className="ps-muted" role="alert">
          {category.archived
            ? 'It is archived already: nobody is offered it any more.'
            : 'Archived, it is offered for nothing new and stays where it is in use.'}
        </p>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate(category, { onSuccess: onClose })}
      title={`Delete ${category.name}?`}
      text="Only a category without sessions and cars can be deleted. This cannot be undone."
      confirm={remove.isPending ? 'Deleting...' : 'Delete category'}
      busy={remove.isPending}
    />
  )
}
