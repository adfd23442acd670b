/** What the operator is called in conversations. */
export const OPERATOR_NAME = 'Parqueo';
