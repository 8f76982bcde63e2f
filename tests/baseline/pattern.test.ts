import { describe, expect, test } from 'vitest';
import { pattern } from '../../engine/report/baseline/pattern.js';

describe('a pattern of a baseline', () => {
  test.each([
    ['getUsers/records.types', 'getUsers/records.types', true],
    ['getUsers/records.types', 'getUsers/records.typesX', false],
    ['getUsers/records.types', 'getUsers/recordsXtypes', false],
    ['getUser*/records.*', 'getUsers/records.types', true],
    ['*/paging.*', 'getUsers/paging.total-pages', true],
    ['*', 'getUsers/paging.total-pages', false],
    ['**', 'getUsers/paging.total-pages', true],
    ['**/paging.numbers', 'getUsers/paging.numbers', true],
    ['/items/*/vendorId', '/items/*/vendorId', true],
    ['/items/*/vendorId', '/items/12/vendorId', true],
    ['/items/3/vendorId', '/items/12/vendorId', true],
    ['/items/*/vendorId', '/items/12/vendor', false],
    ['/items/*', '/items/12/vendorId', false],
    ['/items/**', '/items/12/licenses/0/id', true],
    ['/items/**', '/items', true],
    ['**/createdDate', '/items/0/details/3/createdDate', true],
    ['**/createdDate', '/createdDate', true],
    ['/items/*/created*', '/items/0/createdDate', true],
    ['status', 'status', true],
    ['**', 'header content-type', true],
    ['header *', 'header content-type', true],
    ['/a.b', '/aXb', false],
    ['/a[1](x)+?', '/a[1](x)+?', true],
    ['/a.b*', '/aXb', false],
    ['/a.b*', '/a.bc', true],
    ['/ab*', '/xb', false],
    ['/items/*/x', '/items', false],
    ['/**/x', '/a/b', false],
    ['/a/**/x', '/a/x', true],
    ['/a/**/x', '/a/b/c/x', true],
    ['/a/**/x', '/b/x', false],
  ])('%s and %s: %s', (text, path, taken) => {
    expect(pattern(text)(path)).toBe(taken);
  });
});
