type Branch<Item> = { size: number; branches: Map<string, Branch<Item>>; items: Item[] }

/**
 * What waits, by whose it is: a path such as [address, account], as long for all. At every level the branches take
 * turns, so that many of one wait behind each other and not before the one of another.
 */
export type FairQueue<Item> = {
  /** How many wait, of all or below a path. */
  size(path?: readonly string[]): number
  push(path: readonly string[], item: Item): void
  /** Takes the next. */
  shift(): Item | undefined
  /** Takes the last of the longest branch: what came latest of whoever has most, the youngest of equals. */
  dropFromLongest(): Item | undefined
}

export const fairQueue = <Item>(): FairQueue<Item> => {
  const branch = (): Branch<Item> => ({ size: 0, branches: new Map(), items: [] })
  const root = branch()

  const next = (from: Branch<Item>): Item | undefined => {
    if (from.size === 0) return undefined
    from.size--
    const [turn] = from.branches
    if (!turn) return from.items.shift()
    const [name, below] = turn
    from.branches.delete(name)
    const item = next(below)
    // Those who still wait come again after all others.
    if (below.size > 0) from.branches.set(name, below)
    return item
  }

  const dropFrom = (from: Branch<Item>): Item | undefined => {
    if (from.size === 0) return undefined
    from.size--
    let longest: [name: string, below: Branch<Item>] | undefined
    for (const turn of from.branches) if (!longest || turn[1].size >= longest[1].size) longest = turn
    if (!longest) return from.items.pop()
    const [name, below] = longest
    const item = dropFrom(below)
    if (below.size === 0) from.branches.delete(name)
    return item
  }

  return {
    size: (path = []) => path.reduce<Branch<Item> | undefined>((at, name) => at?.branches.get(name), root)?.size ?? 0,
    push: (path, item) => {
      let at = root
      at.size++
      for (const name of path) {
        const below = at.branches.get(name) ?? branch()
        at.branches.set(name, below)
        below.size++
        at = below
      }
      at.items.push(item)
    },
    shift: () => next(root),
    dropFromLongest: () => dropFrom(root),
  }
}
