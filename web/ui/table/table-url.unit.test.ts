import { expect, test } from 'vitest';
import { changeTableUrl, parseTableUrl } from './table-url.ts';

const DEFINITION = {
  filters: { status: ['all', 'active', 'cancelled'], zone: null },
  sortable: ['name', 'price'],
  defaultSort: { id: 'name', desc: false },
} as const;

const read = (address: string) => parseTableUrl(new URLSearchParams(address), DEFINITION);
const change = (address: string, wanted: Parameters<typeof changeTableUrl>[2]) =>
  changeTableUrl(new URLSearchParams(address), DEFINITION, wanted).toString();

test('an address without parameters shows the first page in the default order', () => {
  expect(read('tab=spaces')).toEqual({
    page: 1,
    search: '',
    sort: { id: 'name', desc: false },
    filters: { status: 'all', zone: '' },
  });
});

test('an address sets the page, the search, the order and the filters', () => {
  expect(read('page=3&q=ana&sort=price.desc&status=active&zone=z1')).toEqual({
    page: 3,
    search: 'ana',
    sort: { id: 'price', desc: true },
    filters: { status: 'active', zone: 'z1' },
  });
});

test('invalid parameters of an address become the defaults', () => {
  for (const page of ['0', '-2', '1.5', 'x', '9007199254740993']) expect(read(`page=${page}`).page).toBe(1);
  expect(read('sort=password.desc').sort).toEqual({ id: 'name', desc: false });
  expect(read('status=broken').filters.status).toBe('all');
});

test('a new filter, search or order returns to the first page; a new page keeps them', () => {
  expect(change('tab=spaces&page=4', { filter: 'status', to: 'active' })).toBe('tab=spaces&status=active');
  expect(change('page=4&status=active', { search: 'ana' })).toBe('status=active&q=ana');
  expect(change('page=4', { sort: { id: 'price', desc: true } })).toBe('sort=price.desc');
  expect(change('q=ana', { page: 2 })).toBe('q=ana&page=2');
});

test('defaults are not written into the address', () => {
  expect(change('page=2&status=active', { filter: 'status', to: 'all' })).toBe('');
  expect(change('sort=price.desc', { sort: { id: 'name', desc: false } })).toBe('');
  expect(change('page=2', { page: 1 })).toBe('');
});
