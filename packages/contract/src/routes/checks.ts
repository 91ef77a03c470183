import type { Route } from './route.ts'

/** HTTP routes of calls about the checks before publication. */
export const checkRoutes = {
  checkRulesGet: {
    method: 'GET',
    path: '/communities/{tokenName}/checks',
    access: 'user',
  },
  checkRulesEdit: {
    method: 'POST',
    path: '/community/checks/edit',
    access: 'user',
  },
  checkRulesTest: {
    method: 'POST',
    path: '/community/checks/test',
    access: 'user',
    rate: 'read',
  },
} as const satisfies Record<string, Route>
