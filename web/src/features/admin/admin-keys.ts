export const adminWeekendsKey = ['/api/admin/weekends'] as const

/** The races of all weekends; the lists of single weekends, and what a result would change, begin with it. */
export const allRacesKey = ['/api/admin/races'] as const

export const adminRacesKey = (weekendId: number) => [...allRacesKey, weekendId] as const

/** The cars of every weekend begin with this key. */
export const allCarsKey = ['/api/admin/cars'] as const

export const adminCarsKey = (weekendId: number) => [...allCarsKey, weekendId] as const

export const contentsKey = (weekendId: number) => ['contents', weekendId] as const
