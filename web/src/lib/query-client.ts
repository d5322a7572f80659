import { QueryClient } from '@tanstack/react-query'

const minutes = (count: number): number => count * 60_000

/** Cache freshness of spec part 1 section 9: 10 minutes fresh, 30 retained, no retries, no refetch on focus. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: minutes(10), gcTime: minutes(30), retry: false, refetchOnWindowFocus: false },
    },
  })
