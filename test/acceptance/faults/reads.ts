/** One read per way of answering; the fake members hold data for each. */
export const reads: readonly { readonly name: string; readonly method: string; readonly target: string }[] = [
  {
    name: 'a sorted page',
    method: 'GET',
    target: '/api/errors?page=1&per_page=20&sort=time_of_failure&direction=desc',
  },
  { name: 'rows merged by key', method: 'GET', target: '/api/recoverability/groups/Message%20Type' },
  { name: 'rows merged by key, paged', method: 'GET', target: '/api/errors/queues/addresses?page=1' },
  { name: 'numbers in documents', method: 'GET', target: '/api/errors/summary' },
  { name: 'totals', method: 'HEAD', target: '/api/errors' },
  { name: 'a union', method: 'GET', target: '/api/recoverability/classifiers' },
  { name: 'lists inside documents', method: 'GET', target: '/api/recoverability/history' },
  { name: 'the root document', method: 'GET', target: '/api/' },
];
