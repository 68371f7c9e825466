import { describe, expect, it } from '@jest/globals';
import { firstOfList, readMessageType } from './message-type.js';

const full = 'Shop.PlaceOrder, Shop.Messages, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null';

describe('a reported message type', () => {
  it('stays one name without a comma', () => {
    expect(readMessageType('Shop.PlaceOrder')).toEqual({ id: 'Shop.PlaceOrder', typeName: 'Shop.PlaceOrder' });
  });

  it('is taken apart when it is a whole assembly-qualified name', () => {
    expect(readMessageType(full)).toEqual({
      id: full,
      typeName: 'Shop.PlaceOrder',
      assemblyName: 'Shop.Messages',
      assemblyVersion: '1.0.0.0',
      culture: '',
      publicKeyToken: '',
    });
  });

  it('keeps culture and token', () => {
    const text = 'A.B, A, Version=2.1.0.0, Culture=de, PublicKeyToken=B77A5C561934E089';

    expect(readMessageType(text)).toMatchObject({ culture: 'de', publicKeyToken: 'b77a5c561934e089' });
  });

  it.each([
    'A.B, A',
    'A.B, A, Culture=neutral, PublicKeyToken=null',
    'A.B, A, Version=1.0.0.0, Culture=neutral',
    'A.B, A, Version=one, Culture=neutral, PublicKeyToken=null',
    'A.B,',
  ])('stays one name when version or token are missing or wrong: %p', (text) => {
    expect(readMessageType(text)).toEqual({ id: text, typeName: text });
  });
});

describe('a list of message types', () => {
  it('counts for its first type', () => {
    expect(firstOfList(`${full};Shop.IOrder`)).toBe(full);
  });

  it.each(['', ';Shop.IOrder'])('counts for none when it begins empty: %p', (list) => {
    expect(firstOfList(list)).toBeUndefined();
  });
});
