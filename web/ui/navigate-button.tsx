import { type To, useNavigate } from 'react-router';
import { Button, type ButtonProps } from './button.tsx';

export function NavigateButton({ to, ...rest }: Omit<ButtonProps, 'onClick'> & { to: To }) {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate(to)} {...rest} />;
}
