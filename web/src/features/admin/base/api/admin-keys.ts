export const adminWeekendsKey = ['/api/admin/weekends'] as const

/** Key of the races of all weekends, and prefix of the keys of one weekend's races and of result previews. */
export const allRacesKey = ['/api/admin/races'] as const

export const adminRacesKey = (weekendId: number) => [...allRacesKey, weekendId] as const

/** Prefix of the keys of every weekend's cars. */
export const allCarsKey = ['/api/admin/cars'] as const

export const adminCarsKey = (weekendId: number) => [...allCarsKey, weekendId] as const

export const contentsKey = (weekendId: number) => ['contents', weekendId] as const
