/** Prefix of the keys of the reports of all weekends. */
export const reportsKey = ['/api/admin/reports'] as const
